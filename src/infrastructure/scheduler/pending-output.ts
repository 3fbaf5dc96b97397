import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Lets what handlers printed leave this thread, which needs turns of its event loop; a thread that falls asleep would
 * keep all but the first line. Almost always there is nothing to wait for.
 *
 * @returns undefined if nothing was printed
 */
export function pendingOutput(): Promise<void> | undefined {
  return process.stdout.writableLength + process.stderr.writableLength === 0 ? undefined : flush();
}

async function flush(): Promise<void> {
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  // The last chunk is on its way to the main thread when the callback comes, the next turn sends it off.
  await nextTurn();
}

function flushed(stream: NodeJS.WriteStream): Promise<void> | undefined {
  if (stream.writableLength === 0) return undefined;
  return new Promise((resolve) => stream.write('', () => resolve()));
}
