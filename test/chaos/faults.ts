import { setTimeout as pause } from 'node:timers/promises';
import type { SupervisedProgram } from './supervised-program.js';

/** Something bad that happens. */
export interface Fault {
  readonly name: string;
  /** Resolves when it is over. */
  strike(random: () => number): Promise<void>;
}

/** What can happen to processes. */
export function processFaults(
  workers: readonly SupervisedProgram[],
  api: SupervisedProgram,
  leaseMs: number,
): readonly Fault[] {
  const victim = (random: () => number) => workers[Math.floor(random() * workers.length)] as SupervisedProgram;
  const hold = async (program: SupervisedProgram, ms: number) => {
    program.signal('SIGSTOP');
    await pause(ms);
    program.signal('SIGCONT');
  };
  return [
    { name: 'kill a worker', strike: async (random) => victim(random).signal('SIGKILL') },
    { name: 'stop a worker past its lease', strike: (random) => hold(victim(random), leaseMs * (0.5 + random() * 2)) },
    { name: 'end a worker', strike: async (random) => victim(random).signal('SIGTERM') },
    { name: 'kill the API', strike: async () => api.signal('SIGKILL') },
    { name: 'stop the API for a moment', strike: (random) => hold(api, random() * 2_000) },
  ];
}

/** Strikes with one fault after the other until `signal` aborts, the last one to its end. Counts them by name. */
export async function torment(
  faults: readonly Fault[],
  random: () => number,
  signal: AbortSignal,
  counts: Map<string, number>,
): Promise<void> {
  const isOver = () => signal.aborted;
  while (!isOver() && faults.length > 0) {
    await pause(200 + random() * 1_300, undefined, { signal }).catch(() => undefined);
    if (isOver()) return;
    const fault = faults[Math.floor(random() * faults.length)] as Fault;
    await fault.strike(random);
    counts.set(fault.name, (counts.get(fault.name) ?? 0) + 1);
  }
}
