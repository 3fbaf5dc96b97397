import { constants } from 'node:os';

export type StopSignal = 'SIGTERM' | 'SIGINT';

const STOP_SIGNALS: readonly StopSignal[] = ['SIGTERM', 'SIGINT'];

/** Signals this soon after the first are the same request: a terminal and a supervisor often both send theirs. */
const SAME_REQUEST_MS = 1_000;

/** The part of `process` that is needed here. */
export interface SignalledProcess {
  on(signal: StopSignal, listener: () => void): unknown;
  exit(code: number): void;
}

/**
 * Turns the first stop signal into a request to stop. A signal that comes more than a second later ends the process at
 * once, with 128 and the number of the signal as its code.
 */
export class StopSignals {
  #firstAtMs: number | undefined;
  #resolve: (signal: StopSignal) => void = () => {};
  /** Resolves with the first signal. */
  readonly first = new Promise<StopSignal>((resolve) => {
    this.#resolve = resolve;
  });

  /** @param nowMs a monotonic clock */
  constructor(
    private readonly signalled: SignalledProcess,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    for (const signal of STOP_SIGNALS) signalled.on(signal, () => this.#receive(signal));
  }

  get wasReceived(): boolean {
    return this.#firstAtMs !== undefined;
  }

  #receive(signal: StopSignal): void {
    if (this.#firstAtMs === undefined) {
      this.#firstAtMs = this.nowMs();
      this.#resolve(signal);
    } else if (this.nowMs() - this.#firstAtMs > SAME_REQUEST_MS) {
      this.signalled.exit(128 + constants.signals[signal]);
    }
  }
}
