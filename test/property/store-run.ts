import { setTimeout as pause } from 'node:timers/promises';
import type { ClaimToken } from '../../src/application/ports/job-repository.js';
import { IllegalTransitionError } from '../../src/domain/errors.js';
import type { Job } from '../../src/domain/job.js';
import type { NewJob } from '../../src/domain/new-job.js';
import type { Store } from '../../src/infrastructure/persistence/store.js';
import { draft } from '../support/drafts.js';
import { history } from '../support/with-store.js';
import { type Command, LONG_MS, SHORT_MS } from './store-commands.js';

const BACKOFF = { baseMs: LONG_MS, maxMs: LONG_MS, jitter: 0, sample: () => 0 };
/** From one command to the next, so that no two of them fall into one millisecond on one store and not on another. */
const STEP_MS = 3;

/** Runs commands on a store, and tells what can be seen of it: every answer, and in the end every row and event. */
export class StoreRun {
  readonly answers: unknown[] = [];
  readonly #drafts: NewJob[] = [];
  readonly #tokens: ClaimToken[] = [];

  constructor(private readonly store: Store) {}

  async run(commands: readonly Command[]): Promise<void> {
    for (const command of commands) {
      this.answers.push(await this.#run(command));
      await pause(STEP_MS);
    }
  }

  /** Rows and events in the order of their creation, with every instant told by the event that it belongs to. */
  async outcome(): Promise<readonly unknown[]> {
    const outcome: unknown[] = [];
    for (const { id } of this.#drafts) {
      const job = await this.store.queries.job(id);
      if (job === undefined) continue;
      const events = await history(this.store, id);
      const relative = relativeTo(events.map(({ createdAt }) => createdAt));
      outcome.push(withoutTime(job, relative));
      for (const { id: _, createdAt, data, ...event } of events)
        outcome.push({ ...event, at: relative(createdAt), data: dataWithoutTime(data, relative) });
    }
    return outcome;
  }

  #run(command: Command): Promise<unknown> | unknown {
    const { repository } = this.store;
    switch (command.do) {
      case 'create':
        return this.#create(draft({ ...command.fields, id: idOf(this.#drafts.length) }));
      case 'create again':
        return this.#nth(this.#drafts, command.nth, (known) => this.#ask(known));
      case 'claim':
        return this.#claim(command.workers, command.leaseMs);
      case 'settle':
        return this.#nth(this.#tokens, command.nth, (token) => repository.settle(token, command.outcome));
      case 'settle all at once':
        return Promise.all(this.#tokens.map((token) => repository.settle(token, command.outcome)));
      case 'touch':
        return this.#nth(this.#tokens, command.nth, (token) => repository.touch(token, command.sign));
      case 'expire':
        return this.#expire();
      case 'retry':
        return this.#nth(this.#drafts, command.nth, ({ id }) => this.#retry(id));
    }
  }

  #nth<T>(list: readonly T[], place: number, use: (item: T) => unknown): unknown {
    const item = list[place % Math.max(1, list.length)];
    return item === undefined ? 'nothing' : use(item);
  }

  #create(wanted: NewJob): Promise<unknown> {
    this.#drafts.push(wanted);
    return this.#ask(wanted);
  }

  async #ask(wanted: NewJob): Promise<unknown> {
    const { job, replayed } = await this.store.repository.create(wanted);
    return { id: job.id, replayed };
  }

  async #claim(workers: readonly string[], leaseMs: number): Promise<unknown> {
    const claims = await this.store.repository.claim(workers, leaseMs);
    this.#tokens.push(...claims.map(({ token }) => token));
    return claims.map(({ token }) => token);
  }

  async #expire(): Promise<unknown> {
    const taken = await this.store.repository.expireLeases(1_000, (job) => job.expireLease(BACKOFF));
    return taken.map(({ id, status }) => `${id} ${status}`).sort();
  }

  async #retry(id: string): Promise<unknown> {
    try {
      return (await this.store.repository.change(id, (job) => job.retry()))?.status;
    } catch (error) {
      if (error instanceof IllegalTransitionError) return error.message;
      throw error;
    }
  }
}

/** Ids that follow the order of creation, the same on every store. */
function idOf(place: number): string {
  return `01900000-0000-7000-8000-${String(place).padStart(12, '0')}`;
}

type Relative = (instant: number | null) => string | null;

function relativeTo(moments: readonly number[]): Relative {
  return (instant) => {
    if (instant === null) return null;
    for (const [place, moment] of moments.entries())
      if ([0, SHORT_MS, LONG_MS].includes(instant - moment)) return `event ${place} + ${instant - moment}`;
    return instant < 1_000 ? `${instant}` : 'at no event';
  };
}

function withoutTime(job: Job, relative: Relative): object {
  const { availableAt, lockedUntil, createdAt, updatedAt, finishedAt } = job;
  const instants = Object.entries({ availableAt, lockedUntil, createdAt, updatedAt, finishedAt });
  return { ...job, ...Object.fromEntries(instants.map(([name, instant]) => [name, relative(instant)])) };
}

/** The data of the queue's own events hold instants under these two names. */
function dataWithoutTime(data: object, relative: Relative): object {
  const entries = Object.entries(data).map(([name, value]: [string, unknown]) => {
    const isInstant = (name === 'locked_until' || name === 'available_at') && typeof value === 'string';
    return [name, isInstant ? relative(Date.parse(value)) : value];
  });
  return Object.fromEntries(entries) as object;
}
