/**
 * A costly reading that many callers ask for. While the latest one was large, callers share it until it is `maxAgeMs`
 * old, and join the one under way; a small one is taken anew for each caller.
 */
export class SharedReading<T> {
  #latest: { readonly value: T; readonly takenAt: number } | undefined;
  #underWay: Promise<T> | undefined;

  constructor(
    private readonly take: () => Promise<T>,
    private readonly isLarge: (value: T) => boolean,
    private readonly maxAgeMs: number,
  ) {}

  async read(): Promise<{ readonly value: T; readonly ageMs: number }> {
    // Before anything is known, the first caller finds out for all the others how large it is.
    if (this.#latest === undefined) await this.#underWay;
    const latest = this.#latest;
    if (latest !== undefined) {
      if (!this.isLarge(latest.value)) return { value: await this.#refresh(), ageMs: 0 };
      const ageMs = performance.now() - latest.takenAt;
      if (ageMs < this.maxAgeMs) return { value: latest.value, ageMs };
    }
    this.#underWay ??= this.#refresh().finally(() => {
      this.#underWay = undefined;
    });
    return { value: await this.#underWay, ageMs: 0 };
  }

  async #refresh(): Promise<T> {
    const takenAt = performance.now();
    const value = await this.take();
    this.#latest = { value, takenAt };
    return value;
  }
}
