import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailableError } from '../../src/domain/errors.js';
import type { Store } from '../../src/infrastructure/persistence/store.js';
import { draft } from '../support/drafts.js';
import type { Order, OrderBook } from './order-book.js';

/** Asks the queue once. @returns the job's id; undefined if nobody knows what became of it */
export type Ask = (order: Order) => Promise<string | undefined>;

/** How often a producer asks again for what it got no answer to, before it leaves the outcome open. */
const MAX_ASKINGS = 8;
const ANSWER_WITHIN_MS = 10_000;

/** Places orders until `signal` aborts, each again with the same key while its outcome is unknown. */
export async function produce(book: OrderBook, ask: Ask, random: () => number, signal: AbortSignal): Promise<void> {
  const isOver = () => signal.aborted;
  while (!isOver()) {
    const order = book.next();
    for (let asking = 0; asking < MAX_ASKINGS; asking += 1) {
      const jobId = await ask(order);
      if (jobId !== undefined) {
        book.acknowledge(order, jobId);
        break;
      }
      if (isOver()) break;
      await pause(200);
    }
    await pause(random() * 40);
  }
}

/** A client of the REST API. `address` changes when the API has been killed. */
export function httpProducer(book: OrderBook, address: () => string): Ask {
  return async ({ key, ...order }) => {
    const answer = await call(book, `${address()}api/jobs/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...order, idempotency_key: key }),
    });
    if (answer === undefined) return undefined;
    if (answer.status === 201 || answer.status === 200) return String(answer.body.id);
    book.surprise(`a create was answered with ${answer.status}`, answer.body as never);
    return undefined;
  };
}

/** Uses the store as a library, in this process. */
export function libraryProducer(book: OrderBook, { repository }: Store): Ask {
  const drafts = new Map<string, ReturnType<typeof draft>>();
  return async ({ key, ...order }) => {
    const wanted = drafts.get(key) ?? draft({ ...order, idempotencyKey: key });
    drafts.set(key, wanted);
    try {
      return (await repository.create(wanted)).job.id;
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) book.surprise(`a create threw ${error}`);
      return undefined;
    }
  };
}

/** Reads the queue, and sends failed jobs back into it. */
export async function operate(
  book: OrderBook,
  address: () => string,
  random: () => number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const failed = await call(book, `${address()}api/jobs/?status=failed&limit=20`);
    await call(book, `${address()}api/jobs/stats/`);
    await call(book, `${address()}api/job-events/`);
    const jobs = (failed?.body.results ?? []) as { readonly id: string }[];
    const job = jobs[Math.floor(random() * jobs.length)];
    if (job !== undefined) {
      const answer = await call(book, `${address()}api/jobs/${job.id}/retry/`, { method: 'POST' });
      if (answer !== undefined && answer.status !== 200 && answer.status !== 409)
        book.surprise(`a retry was answered with ${answer.status}`);
    }
    await pause(100 + random() * 300);
  }
}

interface Answered {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** @returns undefined if there was no answer, or one that leaves the outcome open */
async function call(book: OrderBook, url: string, init: RequestInit = {}): Promise<Answered | undefined> {
  const askedAt = performance.now();
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    const text = await response.text();
    if (response.status === 503) return undefined;
    if (response.status >= 500) book.surprise(`${init.method ?? 'GET'} was answered with ${response.status}`, text);
    return { status: response.status, body: JSON.parse(text) as Answered['body'] };
  } catch (error) {
    if (error instanceof SyntaxError) book.surprise('an answer was no JSON', url);
    // A stopped or silent process is no surprise; one that answers nobody while it runs would be found by the drain.
    if (performance.now() - askedAt > ANSWER_WITHIN_MS * 2) book.surprise('a call hung', url);
    return undefined;
  }
}
