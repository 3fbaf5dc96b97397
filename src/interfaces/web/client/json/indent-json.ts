/**
 * The same JSON, one member or element a line. Only blanks between tokens change: strings and numbers stay as written.
 *
 * @param text valid JSON
 */
export function indentJson(text: string): string {
  let depth = 0;
  let out = '';
  const line = () => `\n${'  '.repeat(depth)}`;
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') {
      depth += 1;
      out += token + line();
    } else if (token === '}' || token === ']') {
      depth -= 1;
      // An empty one stays on its line.
      out = /[[{]\s*$/.test(out.slice(-2 * depth - 8)) ? out.trimEnd() + token : out + line() + token;
    } else if (token === ',') out += token + line();
    else out += token === ':' ? ': ' : token;
  }
  return out;
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
