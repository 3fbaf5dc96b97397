import { decodeThrown } from './error-codec.js';
import { WorkerDiedError } from './errors.js';
import { Field, Time } from './memory-layout.js';
import type { PoolThread } from './pool-thread.js';
import { Outcome } from './queue-under-lock.js';
import type { SharedTaskQueue } from './shared-task-queue.js';
import { decodeResult } from './task-codec.js';

/** What the home thread reads from the slots of tasks that have ended. */
export class EndedTasks {
  /** What came by message, because the pages had no room or hold something still needed; by key. */
  readonly #bulk = new Map<number, Buffer>();

  constructor(private readonly queue: SharedTaskQueue) {}

  keep(key: number, bytes: Uint8Array): void {
    this.#bulk.set(key, Buffer.from(bytes));
  }

  outcome(slot: number): number {
    return this.queue.slots.get(slot, Field.OUTCOME);
  }

  /** What the task returned or threw. To be called once. */
  value(slot: number): unknown {
    const bytes = this.#bytes(slot);
    return this.outcome(slot) === Outcome.RETURNED ? decodeResult(bytes) : decodeThrown(bytes);
  }

  #bytes(slot: number): Buffer {
    const { slots, pages } = this.queue;
    const key = slots.time(slot, Time.KEY);
    const bulk = this.#bulk.get(key);
    this.#bulk.delete(key);
    return bulk ?? pages.read(slots.get(slot, Field.FIRST_PAGE), 0, slots.get(slot, Field.RESULT_BYTES));
  }

  /** The id of a task that another thread submitted: it always has one, and its pages hold the payload to the end. */
  idOf(slot: number): string {
    const { slots, pages } = this.queue;
    const first = slots.get(slot, Field.FIRST_PAGE);
    return pages.readText(first, slots.get(slot, Field.NAME_BYTES), slots.get(slot, Field.ID_BYTES));
  }

  /** The error of a task whose thread has died. */
  death(slot: number, id: string, thread: PoolThread | undefined): WorkerDiedError {
    this.#bulk.delete(this.queue.slots.time(slot, Time.KEY));
    const { cause = 'exit', exitCode, uncaught } = thread?.death ?? {};
    return new WorkerDiedError(id, cause, exitCode, uncaught);
  }
}
