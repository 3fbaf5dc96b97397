import type { IncomingMessage } from 'node:http';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { invalid, Problem } from './problem.js';

const DECODERS = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress } as const;

/** Whether a request carries a body, perhaps an empty one whose end is not known yet. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Reads and decompresses the body of a request.
 *
 * @param maxBytes limit of the body as sent, and again of what it decompresses to
 * @throws Problem 415 for an unknown coding, 413 as soon as the limit is passed, 400 if the data are broken
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const createDecoder = decoderOf(request);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const decoder = createDecoder?.();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    let size = 0;
    const fail = (problem: Problem) => {
      request.off('data', onReceived).off('close', onCut).unpipe();
      decoder?.destroy();
      reject(problem);
    };
    const onReceived = (chunk: Buffer) => {
      received += chunk.length;
      if (received > maxBytes) fail(tooLarge(maxBytes));
    };
    const onCut = () => {
      if (!request.complete) fail(invalid('body', 'must arrive whole'));
    };
    const onDecoded = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) fail(tooLarge(maxBytes));
      else chunks.push(chunk);
    };
    request.on('data', onReceived).on('close', onCut).on('error', onCut);
    const decoded = decoder === undefined ? request : request.pipe(decoder);
    decoder?.on('error', () => fail(invalid('body', 'must be compressed as Content-Encoding says')));
    decoded.on('data', onDecoded).on('end', () => resolve(Buffer.concat(chunks)));
  });
}

function decoderOf(request: IncomingMessage) {
  const coding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (coding === 'identity' || coding === '') return undefined;
  if (!Object.hasOwn(DECODERS, coding)) {
    const accepted = `${Object.keys(DECODERS).join(', ')}, identity`;
    throw new Problem(415, `Content-Encoding must be one of ${accepted}.`, {
      headers: { 'Accept-Encoding': accepted },
    });
  }
  return DECODERS[coding as keyof typeof DECODERS];
}

function tooLarge(maxBytes: number): Problem {
  return new Problem(413, `The body must not be larger than ${maxBytes} bytes.`, { closesConnection: true });
}
