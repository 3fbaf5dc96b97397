/** A piece of a JSON text. `name` is the decoded key in an object, absent in an array. */
export interface JsonPart {
  readonly name?: string;
  readonly text: string;
}

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'word';

const KINDS: Readonly<Record<string, JsonKind>> = {
  '{': 'object',
  '[': 'array',
  '"': 'string',
  t: 'word',
  f: 'word',
  n: 'word',
};

/** What a JSON value is, told by its first character; `word` is true, false or null. */
export function kindOf(text: string): JsonKind {
  return KINDS[text.trimStart().charAt(0)] ?? 'number';
}

/**
 * The members of an object or the elements of an array, in their order and each as it is written. Nothing is parsed but
 * the keys, so that numbers keep all their digits and a large document costs one pass.
 *
 * @param text valid JSON; other than an object or an array it has no parts
 */
export function partsOf(text: string): readonly JsonPart[] {
  const start = skipBlanks(text, 0);
  const isObject = text[start] === '{';
  if (!isObject && text[start] !== '[') return [];
  const parts: JsonPart[] = [];
  let at = skipBlanks(text, start + 1);
  while (at < text.length && text[at] !== '}' && text[at] !== ']') {
    const keyEnd = isObject ? endOfValue(text, at) : at;
    const from = isObject ? skipBlanks(text, skipBlanks(text, keyEnd) + 1) : at;
    const end = endOfValue(text, from);
    const value = text.slice(from, end);
    parts.push(isObject ? { name: JSON.parse(text.slice(at, keyEnd)) as string, text: value } : { text: value });
    at = skipBlanks(text, end);
    if (text[at] === ',') at = skipBlanks(text, at + 1);
  }
  return parts;
}

/** The text of one member of an object; `null` where it is missing. The last one counts, as in every parser. */
export function memberOf(text: string, name: string): string {
  return partsOf(text).findLast((part) => part.name === name)?.text ?? 'null';
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1;
  return at;
}

/** Where the value that begins at `from` ends. Counts brackets rather than descending: depth is no danger. */
function endOfValue(text: string, from: number): number {
  if (text[from] === '"') return endOfString(text, from);
  if (text[from] !== '{' && text[from] !== '[') return endOfPlain(text, from);
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') at = endOfString(text, at) - 1;
    else if (letter === '{' || letter === '[') depth += 1;
    else if (letter === '}' || letter === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

const PLAIN = /[^\s,\]}]*/y;

function endOfPlain(text: string, from: number): number {
  PLAIN.lastIndex = from;
  return from + (PLAIN.exec(text)?.[0].length ?? 0);
}
