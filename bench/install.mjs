/** Installs the libraries that the benches compare with, unless they are there as package-lock.json wants them. */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('./', import.meta.url);
/** Written by npm at the end of an installation. */
const stamp = new URL('node_modules/.package-lock.json', folder);

function isInstalled() {
  return existsSync(stamp) && statSync(stamp).mtimeMs >= statSync(new URL('package-lock.json', folder)).mtimeMs;
}

if (!isInstalled()) {
  const { status, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: fileURLToPath(folder),
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (error !== undefined) throw error;
  process.exitCode = status ?? 1;
}
