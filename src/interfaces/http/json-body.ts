import type { IncomingMessage } from 'node:http';
import type { JsonObject, JsonValue } from '../../domain/json.js';
import { invalid, Problem } from './problem.js';
import { announcesBody, readBody } from './read-body.js';

/**
 * Reads the JSON object that a request carries. What is in it may still be more than a store can keep.
 *
 * @throws Problem in this order: no body 400, media type 415, coding 415, size 413, JSON 400
 */
export async function readJsonObject(request: IncomingMessage, maxBytes: number): Promise<JsonObject> {
  if (!announcesBody(request)) throw invalid('body', 'is required');
  checkMediaType(request.headers['content-type'] ?? '');
  const bytes = await readBody(request, maxBytes);
  if (bytes.length === 0) throw invalid('body', 'is required');
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('body', 'must be a JSON object');
  return value;
}

const MEDIA_TYPE = /^application\/json\s*(?:;(.*))?$/i;
const UTF_8 = /^\s*charset\s*=\s*(?:utf-8|"utf-8")\s*$/i;

function checkMediaType(contentType: string): void {
  const match = MEDIA_TYPE.exec(contentType.trim());
  const charsets = match?.[1]?.split(';').filter((parameter) => /^\s*charset\b/i.test(parameter)) ?? [];
  if (match === null || !charsets.every((charset) => UTF_8.test(charset))) {
    throw new Problem(415, 'Content-Type must be application/json, in UTF-8.', {
      headers: { 'Accept-Post': 'application/json' },
    });
  }
}

/** `ignoreBOM` keeps a byte order mark in the text, where JSON does not allow it. */
function parseJson(bytes: Buffer): JsonValue {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw invalid('body', 'must be UTF-8');
  }
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    throw invalid('body', 'must be JSON');
  }
}
