const PARTS = 10;

/**
 * Watches `count` like events from the first to the last. The first tenth of them warms up and does not count.
 */
export class Meter {
  /** When each tenth was complete. */
  #marks = [];
  #seen = 0;
  #finish = () => {};
  /** Resolves at the last event. */
  finished = new Promise((resolve) => {
    this.#finish = resolve;
  });

  constructor(count) {
    if (count % PARTS !== 0) throw new RangeError(`A number that ${PARTS} divides, not ${count}`);
    this.count = count;
  }

  tick() {
    this.#seen += 1;
    if (this.#seen > this.count) throw new Error(`More than the ${this.count} events there should be`);
    if (this.#seen % (this.count / PARTS) === 0) this.#marks.push(performance.now());
    if (this.#seen === this.count) this.#finish();
  }

  /** @param endedAt when the last event's work was over @returns events a second */
  perSecond(endedAt = performance.now()) {
    return this.#rate(1, endedAt);
  }

  /** As `perSecond`, over the last fifth. */
  lastPerSecond(endedAt = performance.now()) {
    return this.#rate(8, endedAt);
  }

  #rate(parts, endedAt) {
    return ((this.count * (PARTS - parts)) / PARTS / (endedAt - this.#marks[parts - 1])) * 1_000;
  }
}
