import { pools } from './pools.mjs';
import { calibrate } from './tasks.mjs';

export { report } from './report.mjs';

export const title = 'The task scheduler';
/** The one that runs the bench: on Node.js 24, poolifier 5.3.2 loses tasks now and then, and its caller waits for ever. */
export const node = process.execPath;

const BURN_US = 50;
const moduleOf = (file) => new URL(file, import.meta.url);

export function measurements() {
  const burnRounds = calibrate(BURN_US);
  return [
    ...Object.keys(pools).map((pool) => {
      return { name: pool, module: moduleOf('./measure-pool.mjs'), options: { pool, burnRounds } };
    }),
    ...['leasehold', 'p-queue']
      .flatMap((name) => [`${name}, contexts`, `${name}, no contexts`])
      .map((queue) => ({ name: `inline: ${queue}`, module: moduleOf('./measure-inline.mjs'), options: { queue } })),
    { name: 'lateness', module: moduleOf('./measure-lateness.mjs') },
    { name: 'queues', module: moduleOf('./measure-queues.mjs') },
  ];
}
