import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/** The ES module of tsx: its CommonJS twin leaves imports inside a thread hanging. */
const TSX = createRequire(import.meta.url)
  .resolve('tsx/esm/api')
  .replace(/cjs$/, 'mjs');

/** Starts a thread on a module of this folder, which may import TypeScript. */
export function startThread(file: string, workerData: unknown): Worker {
  const module = JSON.stringify(new URL(file, import.meta.url).href);
  const source = `import(${JSON.stringify(TSX)}).then(({ register }) => { register(); return import(${module}); })`;
  return new Worker(source, { eval: true, workerData });
}
