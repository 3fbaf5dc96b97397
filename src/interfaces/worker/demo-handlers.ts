import type { Handler, JsonSchema } from '../../application/ports/handler.js';
import { defineHandler } from './define-handler.js';
import { pause } from './start-timer.js';

interface SleepPayload {
  readonly sleep_seconds?: number;
}

/** How often `demo.slow` reports how far it has come. */
const SLOW_STEP_SECONDS = 5;

const demoSuccess = defineHandler<SleepPayload>({
  run: 'inline',
  payloadSchema: schema({ sleep_seconds: { type: 'number', minimum: 0 } }),
  example: { sleep_seconds: 1 },
  async handle({ sleep_seconds = 1 }, context) {
    await context.progress('Sleeping', { sleep_seconds });
    await context.renew();
    await sleep(sleep_seconds, context.signal);
    return { slept_seconds: sleep_seconds };
  },
});

const demoFail = defineHandler<{ readonly error?: string }>({
  run: 'inline',
  payloadSchema: schema({ error: { type: 'string' } }),
  example: { error: 'Intentional demo failure' },
  async handle({ error = 'Intentional demo failure' }, context) {
    await context.progress('About to fail');
    throw new Error(error);
  },
});

/** Sleeps longer than a lease lasts and keeps its job all the same. */
const demoSlow = defineHandler<SleepPayload>({
  run: 'inline',
  payloadSchema: schema({ sleep_seconds: { type: 'number', minimum: 0 } }),
  example: { sleep_seconds: 45 },
  async handle({ sleep_seconds = 45 }, context) {
    let slept = 0;
    do {
      await context.progress('Sleeping', { slept_seconds: slept, of_seconds: sleep_seconds });
      await context.renew();
      const step = Math.min(SLOW_STEP_SECONDS, sleep_seconds - slept);
      await sleep(step, context.signal);
      slept += step;
    } while (slept < sleep_seconds);
    return { slept_seconds: sleep_seconds };
  },
});

/** Never renews, so that the job is taken back when its lease has run out. */
const demoTimeout = defineHandler<SleepPayload>({
  run: 'inline',
  lease: 'manual',
  payloadSchema: schema({ sleep_seconds: { type: 'number', minimum: 0 } }),
  example: { sleep_seconds: 60 },
  async handle({ sleep_seconds = 60 }, context) {
    await sleep(sleep_seconds, context.signal);
    return { slept_seconds: sleep_seconds };
  },
});

const demoFlaky = defineHandler<{ readonly fail_until_attempt?: number }>({
  run: 'inline',
  payloadSchema: schema({ fail_until_attempt: { type: 'number' } }),
  example: { fail_until_attempt: 2 },
  async handle({ fail_until_attempt = 2 }, { attempt }) {
    if (attempt < fail_until_attempt)
      throw new Error(`Flaky failure in attempt ${attempt}, before attempt ${fail_until_attempt}`);
    return { succeeded_in_attempt: attempt };
  },
});

const demoHandlers: Readonly<Record<string, Handler>> = {
  'demo.success': demoSuccess,
  'demo.fail': demoFail,
  'demo.slow': demoSlow,
  'demo.timeout': demoTimeout,
  'demo.flaky': demoFlaky,
};

/** Handlers that show every way a job can go. A default export, as in any handlers module. */
export default demoHandlers;

function schema(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', properties };
}

/** @throws the signal's reason as soon as it aborts */
async function sleep(seconds: number, signal: AbortSignal): Promise<void> {
  await pause(seconds * 1000, signal);
  signal.throwIfAborted();
}
