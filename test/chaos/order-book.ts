import type { JsonValue } from '../../src/domain/json.js';

/** A job that a producer wants to have. */
export interface Order {
  /** Its idempotency key. */
  readonly key: string;
  readonly type: string;
  readonly payload: { readonly n: number; readonly ms: number };
  readonly priority: number;
}

const TYPES: readonly (readonly [type: string, share: number])[] = [
  ['chaos.quick', 0.5],
  ['chaos.slow', 0.15],
  ['chaos.thread', 0.15],
  ['chaos.reporting', 0.1],
  ['chaos.flaky', 0.05],
  ['chaos.failing', 0.04],
  ['chaos.negligent', 0.01],
];

/** What the producers of a run asked for, and what they were told. */
export class OrderBook {
  readonly asked = new Map<string, Order>();
  /** Ids of the jobs that the queue said it had stored, by key. */
  readonly acknowledged = new Map<string, string>();
  /** Answers that must not be given at all, whatever is broken. */
  readonly surprises: string[] = [];

  constructor(private readonly random: () => number) {}

  next(): Order {
    const n = this.asked.size;
    const ms = Math.floor(this.random() * 1_500);
    const order = {
      key: `order-${n}`,
      type: this.#type(),
      payload: { n, ms },
      priority: Math.floor(this.random() * 9),
    };
    this.asked.set(order.key, order);
    return order;
  }

  acknowledge({ key }: Order, jobId: string): void {
    const known = this.acknowledged.get(key);
    if (known !== undefined && known !== jobId) this.surprises.push(`${key} is ${known} and also ${jobId}`);
    this.acknowledged.set(key, jobId);
  }

  surprise(what: string, detail: JsonValue = null): void {
    this.surprises.push(`${what} ${JSON.stringify(detail).slice(0, 300)}`);
  }

  #type(): string {
    let left = this.random();
    for (const [type, share] of TYPES) {
      if (left < share) return type;
      left -= share;
    }
    return 'chaos.quick';
  }
}
