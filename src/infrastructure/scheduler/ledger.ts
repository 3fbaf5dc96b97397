import { Field, float, Head, int, type QueueMemory, SLOT_FIELDS, State, Total } from './memory-layout.js';

/**
 * The totals of a queue, which cannot be rebuilt from the slots. An end is entered in three steps: the new totals go to
 * the journal, the slot's state commits the end, the journal is copied to the totals. A thread that dies in between
 * leaves a journal that tells by the slot whether it counts, and copying it twice does no harm. Under the queue's lock.
 */
export class Ledger {
  constructor(private readonly memory: QueueMemory) {}

  /** First step, before the state of `slot` changes from RUNNING. */
  prepare(slot: number, isFailure: boolean, latencyMs: number): void {
    const { head, totals } = this.memory;
    totals[Total.NEXT_COMPLETED] = float(totals, Total.COMPLETED) + 1;
    totals[Total.NEXT_FAILED] = float(totals, Total.FAILED) + (isFailure ? 1 : 0);
    totals[Total.NEXT_LATENCY_MS] = float(totals, Total.LATENCY_MS) + latencyMs;
    head[Head.JOURNAL] = slot + 1;
  }

  /** Last step, before the slot can be used for another task. */
  apply(): void {
    const { head, totals } = this.memory;
    totals[Total.COMPLETED] = float(totals, Total.NEXT_COMPLETED);
    totals[Total.FAILED] = float(totals, Total.NEXT_FAILED);
    totals[Total.LATENCY_MS] = float(totals, Total.NEXT_LATENCY_MS);
    head[Head.JOURNAL] = 0;
  }

  /** Finishes or forgets what a dead thread began. */
  recover(): void {
    const { head, slots } = this.memory;
    const slot = int(head, Head.JOURNAL) - 1;
    if (slot < 0) return;
    if (int(slots, slot * SLOT_FIELDS + Field.STATE) === State.RUNNING) head[Head.JOURNAL] = 0;
    else this.apply();
  }
}
