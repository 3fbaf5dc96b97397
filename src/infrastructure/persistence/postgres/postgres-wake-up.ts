import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../../../application/ports/logger.js';
import { WakeUp } from '../../../application/ports/wake-up.js';

const CHANNEL = 'leasehold_wake_up';
/** Shortest time between two notifications of one process. */
const PAUSE_MS = 5;
const GOODBYE_MS = 1_000;
const RECONNECT_MIN_MS = 100;
const RECONNECT_MAX_MS = 5_000;

/**
 * Wakes workers in all processes by LISTEN and NOTIFY, on one connection beside the pool. Signals are sent after the
 * commit that they speak of and never inside it: notifying transactions commit one after the other, which costs
 * a create two thirds of its speed. A lost connection is made anew; its listeners are then called once, for whatever
 * they missed.
 */
export class PostgresWakeUp extends WakeUp {
  readonly #listeners = new Set<() => void>();
  #client: pg.Client | undefined;
  #connecting: Promise<void> | undefined;
  #closed = false;
  /** A signal that was not sent yet. */
  #pending = false;
  #sending = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly config: pg.ClientConfig,
    private readonly logger: Logger,
  ) {
    super();
  }

  signal(): void {
    this.#pending = true;
    void this.#send();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (this.#client === undefined) void this.#connect(RECONNECT_MIN_MS);
    else void this.#listen(this.#client);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#connecting;
    const client = this.#client;
    this.#client = undefined;
    if (client !== undefined) await hangUp(client);
  }

  async #send(): Promise<void> {
    const client = this.#client;
    if (client === undefined) return this.#connect(RECONNECT_MIN_MS);
    if (this.#sending) return;
    this.#sending = true;
    try {
      while (this.#pending && this.#client === client) {
        this.#pending = false;
        await client.query(`NOTIFY ${CHANNEL}`);
        await pause(PAUSE_MS);
      }
    } catch (error) {
      this.#pending = true; // sent again on the next connection
      this.logger.debug('A wake-up was not sent', { error });
      await hangUp(client);
    } finally {
      this.#sending = false;
    }
  }

  /** Connects, unless that is done or under way. Never rejects. */
  #connect(retryMs: number): Promise<void> {
    if (this.#closed || this.#client !== undefined) return Promise.resolve();
    this.#connecting ??= this.#open(retryMs).finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  async #open(retryMs: number): Promise<void> {
    const client = new pg.Client(this.config);
    const lost = once(() => this.#lost(client, retryMs));
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', () => this.#wake());
    try {
      await client.connect();
      this.#client = client;
      if (this.#listeners.size > 0) await this.#listen(client);
      this.#wake();
      if (this.#pending) void this.#send();
    } catch (error) {
      this.logger.debug('The wake-up connection could not be made', { error });
      lost();
    }
  }

  async #listen(client: pg.Client): Promise<void> {
    try {
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      this.logger.debug('LISTEN failed', { error });
      await hangUp(client); // tried again on the next connection
    }
  }

  #lost(client: pg.Client, retryMs: number): void {
    const wasConnected = this.#client === client;
    if (wasConnected) this.#client = undefined;
    if (this.#closed) return;
    if (wasConnected) this.logger.warn('The wake-up connection is lost; workers poll until it is back');
    const next = wasConnected ? RECONNECT_MIN_MS : Math.min(retryMs * 2, RECONNECT_MAX_MS);
    clearTimeout(this.#timer); // of an attempt that a signal has overtaken
    this.#timer = setTimeout(() => void this.#connect(next), next);
    void hangUp(client);
  }

  #wake(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Ends a connection politely, or else abruptly: where the network has fallen silent, nobody answers a goodbye. */
async function hangUp(client: pg.Client): Promise<void> {
  const abruptly = setTimeout(() => client.connection.stream.destroy(), GOODBYE_MS);
  await client.end();
  clearTimeout(abruptly);
}

function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (!done) {
      done = true;
      act();
    }
  };
}
