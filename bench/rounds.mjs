import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inOwnProcess } from './own-process.mjs';
import { shuffled } from './statistics.mjs';

const LIMIT_MS = 300_000;

/** How a measurement comes to the database that it asks for; `options.url` names it. */
const databases = {
  none: async () => ({ drop: async () => {} }),
  postgres: async (server) => (await server()).createDatabase(),
  sqlite: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'leasehold-bench-'));
    const drop = async () => rmSync(folder, { recursive: true, force: true });
    return { url: `sqlite:${join(folder, 'queue.sqlite3')}`, drop };
  },
};

/**
 * Measures everything once in each round, in random order, each in a new process and on a new database, so that what
 * disturbs the machine for a while disturbs all alike.
 *
 * @param measurements `name`, `module` that exports `measure`, its `options`, `database`: a key of `databases`, `limitMs`
 * @returns what each measurement gave, an entry a round, by its name
 */
export async function inRounds(measurements, { rounds, tell, ...surroundings }) {
  const figures = Object.fromEntries(measurements.map(({ name }) => [name, []]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const measurement of shuffled(measurements)) {
      tell(`round ${round} of ${rounds}: ${measurement.name}`);
      figures[measurement.name].push(await carryOut(measurement, surroundings));
    }
  }
  return figures;
}

async function carryOut({ name, module, options = {}, database = 'none', limitMs = LIMIT_MS }, { server, node }) {
  const { url, drop } = await databases[database](server);
  try {
    return await inOwnProcess(module, { ...options, url }, { node, limitMs });
  } catch (error) {
    throw new Error(`${name}: ${error.message}`, { cause: error });
  } finally {
    await drop();
  }
}
