import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * Starts a program beside a measurement; at the latest it ends with the measurement's group of processes. Its output is
 * read and dropped.
 *
 * @returns `line(pattern)`, the next line of its output that matches, and `stop()`
 */
export function startProgram(command, args, { cwd, env }) {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout);
  const line = (pattern) => {
    const found = new Promise((resolve) => {
      lines.on('line', function look(text) {
        if (!pattern.test(text)) return;
        lines.off('line', look);
        resolve(text);
      });
    });
    const failed = ended.then(([code]) => {
      throw new Error(`${command} ${args.join(' ')} ended with ${code}`);
    });
    return Promise.race([found, failed]);
  };
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { line, stop };
}

/** Waits until the program tells where it listens. @returns its address, without a slash at the end */
export async function addressOf(program) {
  const [address] = /http:\/\/[^/"\s]+/.exec(await program.line(/listening on/));
  return address;
}
