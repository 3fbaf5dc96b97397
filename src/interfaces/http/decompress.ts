import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from 'node:zlib';
import { bodyTooLarge, invalid, Problem } from './problem.js';

/** @throws Problem 413 if more than `maxBytes` would come out, 400 unless `bytes` are one whole stream and nothing else */
export type Decompress = (bytes: Buffer, maxBytes: number) => Buffer | Promise<Buffer>;

/** What Node gives with `info: true`; its types do not know of it. */
interface Decompressed {
  readonly buffer: Buffer;
  /** `bytesWritten`: how much of the input was used. */
  readonly engine: { readonly bytesWritten: number };
}

type Decode = (bytes: Buffer, options: ZlibOptions) => Promise<unknown>;

const DECODERS: Readonly<Record<string, Decode>> = {
  gzip: promisify<Buffer, ZlibOptions, Buffer>(gunzip),
  deflate: promisify<Buffer, ZlibOptions, Buffer>(inflate),
  br: promisify<Buffer, ZlibOptions, Buffer>(brotliDecompress),
};

/** @throws Problem 415 for a `Content-Encoding` that is not known */
export function decompressorOf(contentEncoding: string): Decompress {
  const coding = contentEncoding.trim().toLowerCase();
  if (coding === 'identity' || coding === '') return (bytes) => bytes;
  const decode = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
  if (decode !== undefined) return (bytes, maxBytes) => decompress(decode, bytes, maxBytes);
  const accepted = `${Object.keys(DECODERS).join(', ')}, identity`;
  throw new Problem(415, `Content-Encoding must be one of ${accepted}.`, { headers: { 'Accept-Encoding': accepted } });
}

async function decompress(decode: Decode, bytes: Buffer, maxBytes: number): Promise<Buffer> {
  let decompressed: Decompressed;
  try {
    decompressed = (await decode(bytes, { info: true, maxOutputLength: maxBytes })) as Decompressed;
  } catch (error) {
    if (isOutputTooLong(error)) throw bodyTooLarge(maxBytes);
    throw invalid('body', 'must be compressed as Content-Encoding says');
  }
  // All but gzip pass over what follows the end of the stream.
  if (decompressed.engine.bytesWritten === bytes.length) return decompressed.buffer;
  throw invalid('body', 'must end where its compressed data end');
}

function isOutputTooLong(error: unknown): boolean {
  return error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}
