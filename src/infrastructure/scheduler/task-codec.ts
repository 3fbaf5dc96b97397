import { isAbsolute } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Priority, type Task, type ThreadPayload } from '../../domain/task.js';
import { InvalidTaskError, UnserializableError } from './errors.js';
import { decodeValue, encodeValue } from './value-codec.js';

/** A task as it is written into the shared queue. */
export interface EncodedTask {
  /** The function's name, the task's id (empty: made up from its number), and the arguments (empty: none). */
  readonly parts: readonly [name: Uint8Array, id: Uint8Array, args: Uint8Array];
  /** The length of all parts. */
  readonly bytes: number;
  readonly priority: number;
  readonly flags: number;
  readonly submittedAt: number;
  /** Makes up the id of a task that came without one. */
  readonly number: number;
}

const PRIORITY_STEP = 2 ** 50;

/** The order of the queue in one number: a comparison tells priority and then submission, exactly. Unique. */
export function taskKey(priority: number, sequence: number): number {
  return priority * PRIORITY_STEP + sequence;
}

const NOTHING = new Uint8Array(0);

/** Module URL and export in one text; no URL has a space in it. */
const SEPARATOR = ' ';

/** The names of functions are few and come again with each task; by module and export. */
const encodedNames = new Map<string, Map<string, Uint8Array>>();
const MAX_KNOWN_MODULES = 1_000;

/**
 * @param submittedAt an `instant`
 * @throws UnserializableError, InvalidTaskError
 */
export function encodeTask(task: Task<ThreadPayload>, flags: number, submittedAt: number, number = 0): EncodedTask {
  const { id, priority = Priority.MEDIUM, payload } = task;
  const name = encodeName(payload);
  const idBytes = id === undefined ? NOTHING : Buffer.from(id);
  const args = encodeArgs(payload.args);
  const bytes = name.length + idBytes.length + args.length;
  return { parts: [name, idBytes, args], bytes, priority, flags, submittedAt, number };
}

function encodeName({ module, export: name = 'default' }: ThreadPayload): Uint8Array {
  const key = typeof module === 'string' ? module : module.href;
  const known = encodedNames.get(key)?.get(name);
  if (known !== undefined) return known;
  const encoded = Buffer.from(`${moduleUrl(module)}${SEPARATOR}${name}`);
  if (encodedNames.size >= MAX_KNOWN_MODULES) encodedNames.clear();
  const ofModule = encodedNames.get(key) ?? new Map<string, Uint8Array>();
  encodedNames.set(key, ofModule.set(name, encoded));
  return encoded;
}

function moduleUrl(module: string | URL): string {
  const url = typeof module === 'string' && isAbsolute(module) ? pathToFileURL(module).href : String(module);
  try {
    fileURLToPath(url);
  } catch (error) {
    throw new InvalidTaskError(`\`module\` must be an absolute path or a file: URL, not ${url}`, { cause: error });
  }
  return new URL(url).href;
}

function encodeArgs(args: readonly unknown[] | undefined): Uint8Array {
  if (args === undefined || args.length === 0) return NOTHING;
  try {
    // A single text, which is common and may be long, goes without the array around it.
    return encodeValue(args.length === 1 && typeof args[0] === 'string' ? args[0] : args);
  } catch (error) {
    throw new UnserializableError(`The arguments cannot be sent to a thread: ${messageOf(error)}`, { cause: error });
  }
}

/** The module URL and the export of an encoded name. */
export function decodeName(name: string): { url: string; export: string } {
  const space = name.indexOf(SEPARATOR);
  return { url: name.slice(0, space), export: name.slice(space + 1) };
}

export function decodeArgs(bytes: Buffer): unknown[] {
  if (bytes.length === 0) return [];
  const args = decodeValue(bytes);
  return typeof args === 'string' ? [args] : (args as unknown[]);
}

/** @throws UnserializableError */
export function encodeResult(result: unknown): Uint8Array {
  if (result === undefined) return NOTHING;
  try {
    return encodeValue(result);
  } catch (error) {
    throw new UnserializableError(`The result cannot be sent to another thread: ${messageOf(error)}`, { cause: error });
  }
}

export function decodeResult(bytes: Buffer): unknown {
  return bytes.length === 0 ? undefined : decodeValue(bytes);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
