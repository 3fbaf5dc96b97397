import type { JsonObject, JsonValue } from '../../domain/json.js';
import type { Metrics } from '../../domain/task.js';
import type { Failure } from '../fail-job.js';
import type { Handler, JobContext } from './handler.js';
import type { Logger } from './logger.js';

/** One call of a handler. Plain data, so that it can be sent to a thread. */
export interface HandlerCall extends Pick<JobContext, 'jobId' | 'type' | 'attempt' | 'maxAttempts' | 'workerId'> {
  readonly payload: JsonValue;
}

/** What a running handler can ask of its attempt. All of it is answered "no" once the attempt has ended. */
export interface AttemptLink {
  readonly log: Logger;
  /** Never rejects. */
  renew(): Promise<boolean>;
  /** `message` and `data` must be storable. Never rejects. */
  progress(message: string, data: JsonObject): Promise<void>;
}

/** How a handler ended. Plain data, so that it can come from a thread. */
export type HandlerOutcome =
  | { readonly kind: 'returned'; readonly result: JsonValue }
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      /** The error behind the failure, stack and causes included, as a bounded copy in plain data: for the log only. */
      readonly error?: unknown;
    };

/** A handler that was started. */
export interface HandlerRun {
  /** Resolves when the handler has ended, also when it ended by force. Never rejects. */
  readonly outcome: Promise<HandlerOutcome>;

  /** Aborts the handler's signal, and leaves it at that. */
  abort(reason: Error): void;

  /**
   * Aborts the handler's signal and ends the handler by force where that is possible. Never rejects.
   *
   * @returns whether the handler has certainly ended; if not, it may still be running and may still have effects
   */
  terminate(reason: Error): Promise<boolean>;
}

/** Runs handlers: on this event loop, or on threads. */
export abstract class HandlerRunner {
  /** Starts `handler`, which gets a payload of its own. Never throws: what goes wrong is the run's outcome. */
  abstract run(handler: Handler, call: HandlerCall, link: AttemptLink): HandlerRun;

  /** What was run so far; undefined where nobody counts. */
  abstract metrics(): Metrics | undefined;

  /** Releases what is kept between runs. Call when no handler is wanted any more; a later run starts afresh. */
  abstract close(): Promise<void>;
}
