/** What is wrong with a text that should be JSON, and where, counted from 1. */
export interface JsonFault {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** What may come next. */
type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma' | 'nothing';

const WORDS: Readonly<Record<Expected, string>> = {
  value: 'a value is expected here',
  'value or ]': 'a value or ] is expected here',
  key: 'a name in double quotes is expected here',
  'key or }': 'a name in double quotes or } is expected here',
  colon: 'a colon is expected here',
  comma: 'a comma or a closing bracket is expected here',
  nothing: 'nothing more is expected here',
};

const BLANKS = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

/**
 * Browsers say that a text is no JSON, but each in its way and not all of them where.
 *
 * @returns undefined if the text is JSON whose numbers are finite
 */
export function checkJson(text: string): JsonFault | undefined {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = blanksFrom(text, 0);
  while (at < text.length) {
    const token: string | undefined = tokenAt(text, at);
    const next: Expected | undefined = token === undefined ? undefined : follow(expected, token, open);
    if (token === undefined || next === undefined) return faultAt(text, at, WORDS[expected]);
    if (!isFiniteToken(token)) return faultAt(text, at, 'this number is too large');
    expected = next;
    at = blanksFrom(text, at + token.length);
  }
  return expected === 'nothing' ? undefined : faultAt(text, at, `the text ends here, but ${WORDS[expected]}`);
}

/** What is expected after a token where `expected` was; undefined if the token does not fit. Keeps track of open brackets. */
function follow(expected: Expected, token: string, open: ('{' | '[')[]): Expected | undefined {
  const isKeyPlace = expected === 'key' || expected === 'key or }';
  const isValuePlace = expected === 'value' || expected === 'value or ]';
  if (isKeyPlace && token.startsWith('"')) return 'colon';
  if (expected === 'colon' && token === ':') return 'value';
  if (expected === 'comma' && token === ',') return open.at(-1) === '{' ? 'key' : 'value';
  const closes = open.at(-1) === '{' ? '}' : ']';
  const mayClose = expected === 'comma' || expected === 'key or }' || expected === 'value or ]';
  if (mayClose && token === closes) {
    open.pop();
    return open.length === 0 ? 'nothing' : 'comma';
  }
  if (!isValuePlace || /^[}\]:,]/.test(token)) return undefined;
  if (token === '{' || token === '[') {
    open.push(token);
    return token === '{' ? 'key or }' : 'value or ]';
  }
  return open.length === 0 ? 'nothing' : 'comma';
}

function tokenAt(text: string, at: number): string | undefined {
  const [letter = ''] = text.slice(at, at + 1);
  if ('{}[]:,'.includes(letter)) return letter;
  const pattern = letter === '"' ? STRING : /[-\d]/.test(letter) ? NUMBER : WORD;
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function isFiniteToken(token: string): boolean {
  return !/^[-\d]/.test(token) || Number.isFinite(Number(token));
}

function blanksFrom(text: string, at: number): number {
  BLANKS.lastIndex = at;
  return at + (BLANKS.exec(text)?.[0].length ?? 0);
}

function faultAt(text: string, at: number, message: string): JsonFault {
  const lines = text.slice(0, at).split('\n');
  return { message, line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}
