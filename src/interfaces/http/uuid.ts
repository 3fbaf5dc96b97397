const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Any version and variant, in the form 8-4-4-4-12 alone. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

const HEX = '[0-9a-fA-F]';
const beginning = (digits: number, rest = '') =>
  `(?:${HEX}{0,${digits}}${rest === '' ? '' : `|${HEX}{${digits}}-${rest}`})`;

/** A pattern of the beginning of a UUID, of any length. */
export const UUID_PREFIX = `^${beginning(8, beginning(4, beginning(4, beginning(4, beginning(12)))))}$`;
