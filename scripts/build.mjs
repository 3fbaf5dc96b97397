/**
 * Compiles src/ to dist/, and bundles the operator's page. With `--if-stale`, only if something changed since the last build, so that starting a second
 * process from the same clone does not pull the files away under the first.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Written last: its time is the time of the last complete build. */
const stamp = join(root, 'dist', '.built');
const inputs = ['src', 'scripts', 'package.json', 'tsconfig.json', 'tsconfig.build.json'];

function newestChangeMs(path) {
  const stats = statSync(path);
  // A folder's own time tells of files that were deleted.
  const below = stats.isDirectory() ? readdirSync(path).map((name) => newestChangeMs(join(path, name))) : [];
  return Math.max(stats.mtimeMs, ...below);
}

function isFresh() {
  if (!existsSync(stamp)) return false;
  const builtMs = statSync(stamp).mtimeMs;
  return inputs.every((input) => newestChangeMs(join(root, input)) < builtMs);
}

function run(...args) {
  // What is built is not what the command prints: keep standard output for the program that starts next.
  const { status, error } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

if (!(process.argv.includes('--if-stale') && isFresh())) {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  run(tsc, '-p', 'tsconfig.build.json');
  run(join('scripts', 'bundle-thread.mjs'));
  run(join('scripts', 'copy-docs-assets.mjs'));
  run(join('scripts', 'build-web.mjs'));
  writeFileSync(stamp, '');
}
