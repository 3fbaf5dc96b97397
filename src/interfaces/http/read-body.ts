import type { IncomingMessage } from 'node:http';
import { decompressorOf } from './decompress.js';
import { bodyTooLarge, invalid } from './problem.js';

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
  const decompress = decompressorOf(request.headers['content-encoding'] ?? 'identity');
  const sent = await bytesOf(request, maxBytes);
  return sent.length === 0 ? sent : decompress(sent, maxBytes);
}

/**
 * The bytes of a body as they were sent, all of them: only then can the next request on the connection be read. The
 * request is not destroyed when the limit is passed, since its connection must still carry the answer.
 */
function bytesOf(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw bodyTooLarge(maxBytes);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      request.off('data', onData);
      reject(bodyTooLarge(maxBytes));
    };
    const onCut = () => reject(invalid('body', 'must arrive whole'));
    request.on('data', onData).on('error', onCut).once('close', onCut);
    request.once('end', () => resolve(Buffer.concat(chunks)));
  });
}
