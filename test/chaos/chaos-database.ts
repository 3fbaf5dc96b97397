import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseLocation } from '../../src/infrastructure/persistence/store.js';
import { startPostgres } from '../support/postgres-server.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import type { Fault } from './faults.js';

/** The database of a run, and what can be done to it. */
export interface ChaosDatabase {
  /** As the producers and the workers reach it. */
  readonly exposed: { readonly producers: DatabaseLocation; readonly workers: DatabaseLocation };
  /** As nothing can disturb it. */
  readonly direct: DatabaseLocation;
  readonly faults: readonly Fault[];
  close(): Promise<void>;
}

export function urlOf(location: DatabaseLocation): string {
  if (location.kind === 'memory') throw new Error('Processes cannot share memory');
  return location.kind === 'sqlite' ? `sqlite:${location.path}` : location.url;
}

export async function chaosSqlite(): Promise<ChaosDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-chaos-'));
  const direct = { kind: 'sqlite', path: join(folder, 'jobs.sqlite3') } as const;
  const close = async () => rmSync(folder, { recursive: true });
  return { exposed: { producers: direct, workers: direct }, direct, faults: [], close };
}

/** Longer than a statement waits, so that waiting for the network is given up. */
const MAX_SILENCE_MS = 7_000;

export async function chaosPostgres(): Promise<ChaosDatabase> {
  const server = await startPostgres();
  const { url } = await server.createDatabase();
  const proxies = { producers: await TcpProxy.before(url), workers: await TcpProxy.before(url) };
  const at = (place: string) => ({ kind: 'postgres', url: place }) as const;
  const exposed = { producers: at(proxies.producers.through(url)), workers: at(proxies.workers.through(url)) };
  const restart = (mode: 'fast' | 'immediate') => async (random: () => number) => {
    await server.halt(mode);
    await pause(random() * 2_000);
    await server.resume();
  };
  const eachProxy = Object.entries(proxies).flatMap(([who, proxy]): Fault[] => [
    { name: `cut the connections of the ${who}`, strike: async () => proxy.cutAll() },
    { name: `swallow what the ${who} send`, strike: (random) => swallow(proxy, random() * MAX_SILENCE_MS) },
  ]);
  return {
    exposed,
    direct: at(url),
    faults: [
      { name: 'restart PostgreSQL', strike: restart('fast') },
      { name: 'crash PostgreSQL', strike: restart('immediate') },
      ...eachProxy,
    ],
    async close() {
      await Promise.all(Object.values(proxies).map((proxy) => proxy.close()));
      await server.stop();
    },
  };
}

/** TCP loses no byte out of the middle: a connection that was silent for a while must not go on. */
async function swallow(proxy: TcpProxy, ms: number): Promise<void> {
  proxy.silent = true;
  await pause(ms);
  proxy.silent = false;
  proxy.cutAll();
}
