import type { LogFields } from '../../application/ports/logger.js';
import type { JsonObject } from '../../domain/json.js';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** From a handler's thread. `id` numbers the requests of one attempt; each gets an answer. */
export type HandlerMessage =
  | { readonly kind: 'renew'; readonly id: number }
  | { readonly kind: 'progress'; readonly id: number; readonly message: string; readonly data: JsonObject }
  /** `message` and `fields` are plain values. */
  | { readonly kind: 'log'; readonly level: LogLevel; readonly message: unknown; readonly fields: LogFields };

/** To a handler's thread: `granted` is what `renew` resolves to; for a report it only says that it is dealt with. */
export interface HandlerAnswer {
  readonly id: number;
  readonly granted: boolean;
}
