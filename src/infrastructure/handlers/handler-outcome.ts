import { types } from 'node:util';
import type { Handler, JobContext } from '../../application/ports/handler.js';
import type { HandlerOutcome } from '../../application/ports/handler-runner.js';
import { PermanentError } from '../../domain/errors.js';
import type { JsonValue } from '../../domain/json.js';
import { storableJson } from '../../domain/storable-json.js';
import { plainValue } from '../logging/plain-value.js';
import { failureText } from './failure-text.js';

/** Runs `handler` to its end and says how it ended, in plain data. Never rejects. */
export async function outcomeOf(handler: Handler, payload: JsonValue, context: JobContext): Promise<HandlerOutcome> {
  try {
    const stored = storableJson(await handler.handle(payload, context));
    if ('json' in stored) return { kind: 'returned', result: stored.json };
    return failed('error', `The handler's result cannot be stored: ${stored.problem}`);
  } catch (thrown) {
    const error = isError(thrown) ? { error: plainValue(thrown) } : {};
    return { ...failed(isPermanent(thrown) ? 'permanent' : 'error', failureText(thrown)), ...error };
  }
}

function failed(kind: 'error' | 'permanent', error: string): HandlerOutcome {
  return { kind: 'failed', failure: { kind, error } };
}

function isError(thrown: unknown): boolean {
  try {
    return types.isNativeError(thrown) || thrown instanceof Error;
  } catch {
    return false;
  }
}

/** By name too: the error may come from another copy of this package, or from another thread. */
function isPermanent(thrown: unknown): boolean {
  try {
    if (thrown instanceof PermanentError) return true;
    return typeof thrown === 'object' && thrown !== null && 'name' in thrown && thrown.name === PermanentError.name;
  } catch {
    return false;
  }
}
