/**
 * Makes one file of the code that each worker thread of the scheduler begins with: a thread has a module loader of its
 * own, and two dozen small files take it longer than everything else it does before its first task.
 */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const main = 'infrastructure/scheduler/thread-main';
const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));

await build({
  entryPoints: [path(`src/${main}.ts`)],
  outfile: path(`dist/${main}.js`),
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  sourcemap: true,
  logLevel: 'warning',
});
