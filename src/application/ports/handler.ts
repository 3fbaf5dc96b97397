import type { JsonValue } from '../../domain/json.js';
import type { Logger } from './logger.js';

/** What a handler knows of the attempt it runs, and what it may do with it. */
export interface JobContext {
  readonly jobId: string;
  readonly type: string;
  /** The number of this attempt, from 1. */
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly workerId: string;
  /**
   * Aborts, with an error that says why, when the result is no longer wanted: claim lost, time limit reached, worker
   * shutting down. Stays as it is when the handler returns or throws: what a handler leaves behind is its own to end.
   *
   * A listener must not throw. Node reports such an error as uncaught, past everybody who could catch it.
   */
  readonly signal: AbortSignal;
  /** Log lines that carry the job and the attempt. */
  readonly log: Logger;
  /** Asks for a whole lease from now. @returns false when the claim is lost or the attempt has ended; never rejects */
  renew(): Promise<boolean>;
  /**
   * Adds a `progress` event to the job's history. Need not be awaited: all reports made before the handler returns or
   * throws are written, in order, before the attempt is settled. When the handler does not come to its end, reports that
   * still wait are dropped. A report that the store cannot keep is logged and dropped.
   *
   * @param data a JSON object; anything else is stored as `{ value: data }`
   * @returns a promise that resolves when the report is written or dropped, and never rejects
   */
  progress(message: string, data?: unknown): Promise<void>;
}

/** How the jobs of one type are run. Made by `defineHandler`. */
export interface Handler {
  /** `thread`: on a real thread. `inline`: on the event loop, for work that only waits. */
  readonly run: 'thread' | 'inline';
  /** `auto`: the worker renews the lease while the handler runs. `manual`: only the handler does, by `context.renew()`. */
  readonly lease: 'auto' | 'manual';
  /** How long one attempt may take, in seconds; undefined: as the worker is set. */
  readonly timeoutSeconds: number | undefined;
  /** A JSON Schema (draft 2020-12) that payloads must match; undefined: any payload. */
  readonly payloadSchema: JsonSchema | undefined;
  /** A payload to show and to try; undefined: none. */
  readonly example: JsonValue | undefined;
  /** Only a throw fails the attempt; what is returned becomes the job's result. */
  readonly handle: (payload: JsonValue, context: JobContext) => unknown;
  /** URL of the module whose default export holds this handler under its job type; undefined: no thread can load it. */
  readonly module?: string | undefined;
}

export type JsonSchema = boolean | Readonly<Record<string, unknown>>;
