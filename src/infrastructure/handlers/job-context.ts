import type { JobContext } from '../../application/ports/handler.js';
import type { AttemptLink, HandlerCall } from '../../application/ports/handler-runner.js';
import { toBoundedText } from '../../domain/bounded-text.js';
import type { JsonObject } from '../../domain/json.js';
import { type StorableJson, storableJson } from '../../domain/storable-json.js';
import { shownValue } from '../logging/shown-value.js';

/** The context that a handler sees, wherever it runs: what it reports is made storable here, on its own side. */
export function jobContext(call: HandlerCall, link: AttemptLink, signal: () => AbortSignal): JobContext {
  const { jobId, type, attempt, maxAttempts, workerId } = call;
  return {
    jobId,
    type,
    attempt,
    maxAttempts,
    workerId,
    get signal() {
      return signal();
    },
    log: link.log,
    renew: () => link.renew(),
    progress: async (message: unknown, data?: unknown) => {
      const stored = storableJson(data);
      if ('problem' in stored) {
        link.log.warn('Progress dropped: its data cannot be stored', { problem: stored.problem });
        return;
      }
      await link.progress(toMessage(message), toObject(stored, data));
    },
  };
}

function toMessage(message: unknown): string {
  return toBoundedText(typeof message === 'string' ? message : shownValue(message));
}

function toObject({ json }: Exclude<StorableJson, { problem: string }>, data: unknown): JsonObject {
  if (data === undefined) return {};
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : { value: json };
}
