import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { shuffled } from '../statistics.mjs';
import { pools } from './pools.mjs';
import { report } from './report.mjs';
import { calibrate } from './tasks.mjs';

const BURN_US = 50;
const LIMIT_MS = 60_000;
const execute = promisify(execFile);

/**
 * Measures everything once in each round, in random order and each in a new process, so that what disturbs the machine
 * for a while disturbs all alike.
 *
 * @returns the report, and what every process printed, by measurement
 */
export async function run({ rounds, tell }) {
  const burnRounds = calibrate(BURN_US);
  const measurements = [
    ...Object.keys(pools).map((pool) => ({ name: pool, file: 'measure-pool.mjs', args: [pool, String(burnRounds)] })),
    ...['leasehold', 'p-queue']
      .flatMap((name) => [`${name}, contexts`, `${name}, no contexts`])
      .map((queue) => ({
        name: `inline: ${queue}`,
        file: 'measure-inline.mjs',
        args: [queue],
      })),
    { name: 'lateness', file: 'measure-lateness.mjs', args: [] },
    { name: 'queues', file: 'measure-queues.mjs', args: [] },
  ];
  const figures = Object.fromEntries(measurements.map(({ name }) => [name, []]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const { name, file, args } of shuffled(measurements)) {
      tell(`round ${round} of ${rounds}: ${name}`);
      figures[name].push(await measure(file, args));
    }
  }
  return { markdown: report(figures), figures };
}

async function measure(file, args) {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const { stdout } = await execute(process.execPath, [path, ...args], { timeout: LIMIT_MS });
  return JSON.parse(stdout);
}
