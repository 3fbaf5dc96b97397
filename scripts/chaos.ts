/**
 * Kills, stops and cuts off whatever takes part in a queue while it works, and looks whether it kept its promises:
 *
 *     npm run test:chaos -- --seed 1 --minutes 2 --store postgres     (or sqlite, or both)
 *
 * Prints what happened. Ends with 1 if an acknowledged job was lost, if something happened that must not, if a run of a
 * handler has no explanation, or if the doctor found a problem.
 */
import { parseArgs } from 'node:util';
import { type ChaosReport, runChaos } from '../test/chaos/chaos-run.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    minutes: { type: 'string', default: '2' },
    store: { type: 'string', default: 'both' },
  },
});
const stores = (['postgres', 'sqlite'] as const).filter((store) => values.store === store || values.store === 'both');
if (stores.length === 0) throw new Error('--store must be postgres, sqlite or both');

for (const store of stores) {
  console.log(`== ${store}: --seed ${values.seed} --minutes ${values.minutes} --store ${store}`);
  const report = await runChaos({ store, seed: Number(values.seed), durationMs: Number(values.minutes) * 60_000 });
  console.log(report);
  console.log(`${store}: ${verdict(report)}`);
  if (!isSound(report)) process.exitCode = 1;
}

function verdict(report: ChaosReport): string {
  const { acknowledged, succeeded, failed, lost, unexpected, duplicates, unexplained } = report;
  const repeated = Object.values(duplicates).reduce((sum, count) => sum + count, 0);
  return [
    `${acknowledged} acknowledged, ${succeeded} succeeded, ${failed} failed, ${lost.length} lost, `,
    `${unexpected.length} unexpected, ${repeated} explained repetitions, ${unexplained.length} unexplained, `,
    `doctor ${report.doctor.exitCode === 0 ? 'healthy' : 'not healthy'}`,
  ].join('');
}

function isSound({ acknowledged, lost, unexpected, unexplained, doctor, badEnds }: ChaosReport): boolean {
  const faults = [lost, unexpected, unexplained, badEnds];
  return acknowledged > 0 && faults.every(({ length }) => length === 0) && doctor.exitCode === 0;
}
