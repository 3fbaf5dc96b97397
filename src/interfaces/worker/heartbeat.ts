import { startTimer } from './start-timer.js';

/** A recurring action that sets its own pace and never overlaps with itself. */
export class Heartbeat {
  #cancelTimer: () => void = () => {};
  #beating: Promise<void> | undefined;
  #stopped = false;

  /** @param beat must not reject; resolves to the milliseconds until the next beat */
  constructor(private readonly beat: () => Promise<number>) {}

  /** Sets the time of the next beat, in place of the one that was planned. */
  schedule(delayMs: number): void {
    if (this.#stopped) return;
    this.#cancelTimer();
    this.#cancelTimer = startTimer(delayMs, () => {
      // A beat that is still going on plans the next one when it ends.
      this.#beating ??= this.#run();
    });
  }

  /** Ends the beats. @returns a promise that resolves when none is going on */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelTimer();
    await this.#beating;
  }

  async #run(): Promise<void> {
    const delayMs = await this.beat();
    this.#beating = undefined;
    this.schedule(delayMs);
  }
}
