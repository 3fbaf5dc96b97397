import { types } from 'node:util';
import { deserialize, serialize } from 'node:v8';

/**
 * The first byte of an encoded value: `TEXT` for a text as such, `JSON`; with `WIDE` if its characters take two bytes.
 * What `v8.serialize` writes begins with 0xff, and has no such byte in front.
 */
const TEXT = 0;
const JSON_TEXT = 1;
const WIDE = 2;
const MAX_KIND = 3;

/** Beyond these, looking at each member costs what JSON saves; and JSON escapes texts more slowly than V8 copies them. */
const MAX_OBJECTS = 16;
const MAX_MEMBERS = 64;
const MAX_TEXT = 512;

/**
 * A value as bytes, which `decodeValue` turns into what `v8.deserialize(v8.serialize(value))` would give. For texts and
 * small plain values there is a way at a fraction of the cost.
 *
 * @throws what `v8.serialize` throws
 */
export function encodeValue(value: unknown): Uint8Array {
  if (typeof value === 'string') return encodeText(TEXT, value);
  return isPlain(value, []) ? encodeText(JSON_TEXT, JSON.stringify(value)) : serialize(value);
}

/** @param bytes are the value's from then on: typed arrays in it may be views of them */
export function decodeValue(bytes: Buffer): unknown {
  const kind = bytes[0] ?? 0;
  if (kind > MAX_KIND) return deserialize(bytes);
  const text = bytes.toString((kind & WIDE) === 0 ? 'latin1' : 'utf16le', 1);
  return (kind & JSON_TEXT) === 0 ? text : JSON.parse(text);
}

/** Not UTF-8: that is slow to read, and loses surrogates that stand alone. */
function encodeText(kind: number, text: string): Uint8Array {
  const isAscii = Buffer.byteLength(text) === text.length;
  const bytes = Buffer.allocUnsafe(1 + (isAscii ? text.length : 2 * text.length));
  bytes[0] = isAscii ? kind : kind | WIDE;
  bytes.write(text, 1, isAscii ? 'latin1' : 'utf16le');
  return bytes;
}

/** Whether the value is small, and JSON gives it back as it is. An object that is met twice would come back as two. */
function isPlain(value: unknown, seen: object[]): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value === 'string') return value.length <= MAX_TEXT;
  if (typeof value !== 'object') return typeof value === 'boolean';
  if (value === null) return true;
  if (seen.length === MAX_OBJECTS || seen.includes(value)) return false;
  seen.push(value);
  const members = membersOf(value);
  if (members === undefined) return false;
  // Holes of an array show up as undefined here.
  for (const member of members) if (!isPlain(member, seen)) return false;
  return true;
}

/** @returns undefined unless it is an ordinary array or object, with few members */
function membersOf(value: object): unknown[] | undefined {
  if (types.isProxy(value) || 'toJSON' in value) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype) {
    const members = Object.values(value);
    return members.length <= MAX_MEMBERS ? members : undefined;
  }
  const isList = prototype === Array.prototype && Array.isArray(value) && value.length <= MAX_MEMBERS;
  // An array may have members with names, which JSON drops.
  return isList && Object.keys(value).length === value.length ? value : undefined;
}
