import type { Handler, JobContext, JsonSchema } from '../../application/ports/handler.js';
import type { JsonValue } from '../../domain/json.js';
import { storableJson } from '../../domain/storable-json.js';

/** What a handler can be made of; see {@link Handler} for the meaning of each option. */
export interface HandlerOptions<Payload = JsonValue> {
  /** Default `thread`. */
  readonly run?: Handler['run'] | undefined;
  /** Default `auto`. */
  readonly lease?: Handler['lease'] | undefined;
  readonly timeoutSeconds?: number | undefined;
  readonly payloadSchema?: JsonSchema | undefined;
  /** Must match `payloadSchema`; that is checked when the handlers are loaded. */
  readonly example?: JsonValue | undefined;
  /** May return a promise. Only a throw, or a rejection, fails the attempt. */
  readonly handle: (payload: Payload, context: JobContext) => unknown;
}

/**
 * Makes the handler of one job type.
 *
 * @typeParam Payload the shape that the handler expects; only `payloadSchema` makes sure of it
 * @throws TypeError naming the option that is wrong
 */
export function defineHandler<Payload = JsonValue>(options: HandlerOptions<Payload>): Handler {
  demand(isPlainObject(options), 'A handler must be an object of options');
  for (const name of Object.keys(options)) demand(Object.hasOwn(CHECKS, name), `Unknown handler option "${name}"`);
  for (const [name, { holds, message }] of Object.entries(CHECKS)) {
    demand(holds(options[name as keyof HandlerOptions]), `Handler option "${name}" must be ${message}`);
  }
  return Object.freeze({
    run: options.run ?? 'thread',
    lease: options.lease ?? 'auto',
    timeoutSeconds: options.timeoutSeconds,
    payloadSchema: options.payloadSchema,
    example: options.example,
    handle: options.handle as Handler['handle'],
  });
}

interface Check {
  readonly holds: (value: unknown) => boolean;
  readonly message: string;
}

const CHECKS: Readonly<Record<keyof HandlerOptions, Check>> = {
  run: {
    holds: (value) => value === undefined || value === 'thread' || value === 'inline',
    message: "'thread' or 'inline'",
  },
  lease: {
    holds: (value) => value === undefined || value === 'auto' || value === 'manual',
    message: "'auto' or 'manual'",
  },
  timeoutSeconds: {
    holds: (value) => value === undefined || (typeof value === 'number' && Number.isFinite(value) && value > 0),
    message: 'a number of seconds above 0',
  },
  payloadSchema: {
    holds: (value) => value === undefined || typeof value === 'boolean' || isPlainObject(value),
    message: 'a JSON Schema: an object or a boolean',
  },
  example: { holds: isPayload, message: 'a payload: any JSON value but null' },
  handle: { holds: (value) => typeof value === 'function', message: 'a function' },
};

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPayload(value: unknown): boolean {
  if (value === undefined) return true;
  const stored = storableJson(value);
  return 'json' in stored && stored.json !== null;
}

function demand(holds: boolean, message: string): void {
  if (!holds) throw new TypeError(message);
}
