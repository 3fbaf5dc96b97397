import { spawnSync } from 'node:child_process';
import type * as Scheduler from '../../../src/infrastructure/scheduler/task-scheduler.js';
import { REPOSITORY } from '../program.js';

/** The public module, as whoever installs the package imports it; compiled, so its threads start fast. */
const PUBLIC_NAME = 'leasehold/scheduler';

/** The scheduler from `dist/`, which is built if it is stale. */
export async function builtScheduler() {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs', '--if-stale'], { cwd: REPOSITORY });
  if (status !== 0) throw new Error(`The build failed: ${stderr}`);
  return (await import(PUBLIC_NAME)) as typeof Scheduler;
}
