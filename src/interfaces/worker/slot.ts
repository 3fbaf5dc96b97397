import type { Claim } from '../../application/ports/job-repository.js';
import type { Logger } from '../../application/ports/logger.js';
import { Attempt, type AttemptParts } from './attempt.js';
import { newWorkerId } from './worker-id.js';

/**
 * One execution slot: runs one job at a time. Its worker id stays the same only from one claim that certainly ended to
 * the next: a token of an older claim can then never match a newer one. A handler that could not be ended (inline, and
 * deaf to its signal) goes on beside the next job, with a closed context.
 */
export class Slot {
  #workerId: string;
  #attempt: Attempt | undefined;
  #running: Promise<void> = Promise.resolve();
  readonly #giveUp = new AbortController();

  /**
   * @param number from 1, unique within the process
   * @param onIdle called whenever the slot can take the next job
   */
  constructor(
    private readonly number: number,
    private readonly parts: AttemptParts,
    private readonly onIdle: () => void,
  ) {
    this.#workerId = newWorkerId(parts.settings, number);
  }

  /** What the next claim for this slot must be made with. */
  get workerId(): string {
    return this.#workerId;
  }

  get isIdle(): boolean {
    return this.#attempt === undefined;
  }

  /** Resolves when the job that runs now has come to its end. */
  get running(): Promise<void> {
    return this.#running;
  }

  /** To be called when it is unknown whether a claim was made with the present id. */
  takeFreshId(): void {
    this.#workerId = newWorkerId(this.parts.settings, this.number);
  }

  run(claim: Claim): void {
    const attempt = new Attempt(claim, this.parts, this.#giveUp.signal);
    this.#attempt = attempt;
    if (this.#giveUp.signal.aborted) attempt.cutOff();
    this.#running = this.#runToEnd(attempt, this.parts.logger);
  }

  /** Ends the present attempt soon, and any later one before its handler starts. */
  cutOff(): void {
    this.#giveUp.abort();
    this.#attempt?.cutOff();
  }

  async #runToEnd(attempt: Attempt, logger: Logger): Promise<void> {
    let isOver = false;
    try {
      isOver = await attempt.run();
    } catch (error) {
      // No defect may cost the worker a slot.
      logger.error('An attempt ended unexpectedly', { error, worker_id: this.#workerId });
    }
    if (!isOver) this.takeFreshId();
    this.#attempt = undefined;
    this.onIdle();
  }
}
