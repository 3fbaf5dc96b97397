import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { WorkerOptions } from 'node:worker_threads';

/** What to give to `new Worker`. */
interface WorkerEntry {
  readonly source: string | URL;
  readonly options: WorkerOptions;
}

/**
 * The code of a worker thread. Compiled, it is a plain file. From TypeScript sources the thread needs `tsx`, which does
 * not reach into threads by itself, whatever flags they inherit: a line of JavaScript loads it first.
 */
export function workerEntry(): WorkerEntry {
  if (import.meta.url.endsWith('.js')) return { source: new URL('./thread-main.js', import.meta.url), options: {} };
  const main = JSON.stringify(new URL('./thread-main.ts', import.meta.url).href);
  const register = JSON.stringify(tsxUrl());
  const source = `import(${register}).then(({ register }) => { register(); return import(${main}); })`;
  return { source, options: { eval: true } };
}

/** The ES module of the package; its CommonJS twin, which `require` finds, leaves imports inside the thread hanging. */
function tsxUrl(): string {
  const twin = pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api'));
  return new URL('./index.mjs', twin).href;
}
