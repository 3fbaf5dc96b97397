/** The one shutdown of a scheduler, however many callers it has, each with a time limit of its own or with none. */
export class Shutdown {
  /** Resolves when all is over: whether everything has ended by itself, and nothing was cut off. */
  readonly over: Promise<boolean>;
  #conclude: (hasEndedByItself: boolean) => void = () => {};
  readonly #timers = new Set<NodeJS.Timeout>();
  #isDecided = false;

  /**
   * @param drained resolves when everything has ended
   * @param cutOff ends what has not
   */
  constructor(
    drained: Promise<unknown>,
    private readonly cutOff: () => Promise<unknown>,
  ) {
    this.over = new Promise((resolve) => {
      this.#conclude = resolve;
    });
    void drained.then(() => {
      if (this.#decide()) this.#conclude(true);
    });
  }

  /** Cuts off what has not ended after that time; the limit that comes first counts. */
  limit(timeoutMs: number): void {
    if (this.#isDecided) return;
    this.#timers.add(setTimeout(() => void this.#cutOffNow(), timeoutMs));
  }

  async #cutOffNow(): Promise<void> {
    if (!this.#decide()) return;
    await this.cutOff();
    this.#conclude(false);
  }

  /** What comes first, the end or a limit, decides. @returns false if that was decided before */
  #decide(): boolean {
    if (this.#isDecided) return false;
    this.#isDecided = true;
    for (const timer of this.#timers) clearTimeout(timer);
    return true;
  }
}
