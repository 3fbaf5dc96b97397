/**
 * The long form of the random tests: commands on the three stores, simulated workers, interleavings of the local queue,
 * HTTP requests. Without files it runs all of them.
 *
 *     npm run test:property -- --runs 2000 --seed 1 test/http/fuzz/fuzz.test.ts
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '500' }, seed: { type: 'string' } },
});
const files = positionals.length > 0 ? positionals : ['test/property/*.test.ts', 'test/http/fuzz/*.test.ts'];
const seed = values.seed === undefined ? {} : { PROPERTY_SEED: values.seed };
const { status } = spawnSync(process.execPath, ['node_modules/mocha/bin/mocha.js', ...files], {
  env: { ...process.env, ...seed, PROPERTY_RUNS: values.runs },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
