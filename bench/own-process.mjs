import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('./child.mjs', import.meta.url));
const running = new Set();
process.once('exit', () => running.forEach(end));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

/** The Node.js that package.json of this folder asks for: the same for all, and new enough for each of them. */
export function installedNode() {
  const path = fileURLToPath(new URL('./node_modules/node/bin/node', import.meta.url));
  if (!existsSync(path)) throw new Error(`No Node.js at ${path}; --node takes another one`);
  return path;
}

/**
 * Calls the `measure` of a module in a new process, with a copy of `options`. What the process prints to standard
 * output is dropped, as by a user who sends the log to /dev/null.
 *
 * @returns what `measure` gave
 * @throws if it fails, or takes longer than `limitMs`; the process and those that it started are gone then
 */
export async function inOwnProcess(module, options, { node, limitMs }) {
  const child = fork(entry, [module.href, JSON.stringify(options)], {
    execPath: node,
    execArgv: [],
    detached: true, // a group of its own, which can be ended as a whole
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  running.add(child);
  const timer = setTimeout(end, limitMs, child);
  try {
    return await resultOf(child);
  } finally {
    clearTimeout(timer);
    end(child);
    running.delete(child);
  }
}

function resultOf(child) {
  return new Promise((resolve, reject) => {
    let errors = '';
    let answer;
    child.stderr.on('data', (chunk) => {
      errors = `${errors}${chunk}`.slice(-4_000);
    });
    child.on('message', (message) => {
      answer = message;
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (code === 0 && answer !== undefined) resolve(answer.result);
      else reject(new Error(`ended with ${signal ?? code}: ${errors.trim() || 'no message'}`));
    });
  });
}

/** Ends a process together with all that it has started. */
function end({ pid }) {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
