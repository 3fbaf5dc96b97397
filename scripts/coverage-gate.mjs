/**
 * Fails if too little of the source is covered by the tests: the core to 95 %, all together to 90 %, of lines and of
 * branches. Reads the summary that c8 has left in `coverage`, or in the folder that is given.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const GOALS = [
  { what: 'src/domain', files: /\/src\/domain\//, percent: 95 },
  { what: 'src/application', files: /\/src\/application\//, percent: 95 },
  { what: 'src', files: /\/src\//, percent: 90 },
];

const summary = JSON.parse(readFileSync(join(process.argv[2] ?? 'coverage', 'coverage-summary.json'), 'utf8'));

function percentOf(kind, files) {
  let covered = 0;
  let total = 0;
  for (const [path, figures] of Object.entries(summary)) {
    if (!files.test(path)) continue;
    covered += figures[kind].covered;
    total += figures[kind].total;
  }
  // Without a single file the figures are worth nothing.
  return total === 0 ? 0 : (100 * covered) / total;
}

for (const { what, files, percent } of GOALS) {
  for (const kind of ['lines', 'branches']) {
    const reached = percentOf(kind, files);
    const isEnough = reached >= percent;
    console.log(`${isEnough ? 'ok    ' : 'FAILED'} ${what} ${kind} ${reached.toFixed(2)} % (at least ${percent} %)`);
    if (!isEnough) process.exitCode = 1;
  }
}
