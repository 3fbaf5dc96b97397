import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const REPOSITORY = join(import.meta.dirname, '..', '..');

let isBuilt = false;

/** Builds the program if it is not built as it is now: the operator's page is served from the build. May take a minute. */
export function buildPage(): void {
  if (isBuilt) return;
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs', '--if-stale'], {
    cwd: REPOSITORY,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The build failed:\n${stderr}`);
  isBuilt = true;
}
