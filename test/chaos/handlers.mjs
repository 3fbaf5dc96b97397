// The handlers of a chaos run. Each leaves a line in a file when it begins and when it ends, so that afterwards it can
// be said how often a job was really run.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { defineHandler } from 'leasehold';

const file = join(process.env.CHAOS_FOLDER, `runs-${process.pid}`);

function note(moment, { jobId, attempt, workerId }) {
  appendFileSync(file, `${moment} ${jobId} ${attempt} ${workerId}\n`);
}

function logged(options, work) {
  return defineHandler({
    ...options,
    async handle(payload, context) {
      note('began', context);
      await work(payload, context);
      note('ended', context);
      return payload.n;
    },
  });
}

function burn(ms) {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

export default {
  'chaos.quick': logged({ run: 'inline' }, () => undefined),
  'chaos.slow': logged({ run: 'inline' }, async ({ ms }, { signal }) => pause(ms, undefined, { signal })),
  'chaos.thread': logged({ run: 'thread' }, ({ ms }) => burn(Math.min(ms, 50))),
  'chaos.reporting': logged({ run: 'inline' }, async ({ n }, context) => {
    void context.progress('begun', { n });
    await context.renew();
    await context.progress('almost done');
  }),
  'chaos.flaky': logged({ run: 'inline' }, (_payload, { attempt }) => {
    if (attempt < 2) throw new Error(`Attempt ${attempt} fails`);
  }),
  'chaos.failing': logged({ run: 'inline' }, () => {
    throw new Error('Always fails');
  }),
  // Outlives its lease and is taken back, until its last attempt.
  'chaos.negligent': logged({ run: 'inline', lease: 'manual' }, async ({ ms }, { attempt }) => {
    if (attempt < 2) await pause(ms + 3_000);
  }),
};
