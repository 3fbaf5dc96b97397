import type { Rule } from './source-tree.js';

const MAX_LINES = 250;

/** Files that may be longer, and why. */
const LONG_FILES: Readonly<Record<string, string>> = {};

/** A file beyond this length has more than one subject; split it. */
export const filesAreShort: Rule = (tree) =>
  [...tree]
    .map(([path, text]) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ path, lines }) => lines > MAX_LINES && !(path in LONG_FILES))
    .map(({ path, lines }) => `${path} has ${lines} lines`);
