import type { ClaimJobs } from '../../application/claim-jobs.js';
import type { Logger } from '../../application/ports/logger.js';
import { backoffDelayMs } from '../../domain/backoff.js';
import { Latch } from './latch.js';
import type { Slot } from './slot.js';
import { pause } from './start-timer.js';
import { OUTAGE_BACKOFF } from './until-answered.js';

/** The one poller of a worker process: claims for all idle slots in one call. */
export class ClaimLoop {
  readonly #attention = new Latch();
  readonly #stopping = new AbortController();
  #ended: Promise<void> = Promise.resolve();
  #failures = 0;

  constructor(
    private readonly claimJobs: ClaimJobs,
    private readonly slots: readonly Slot[],
    private readonly pollIntervalMs: number,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.#ended = this.#run();
  }

  /** Something may be claimable now, or a slot became idle. */
  wake(): void {
    this.#attention.set();
  }

  /** @returns a promise that resolves when no claim is under way; what was claimed is then in its slots */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#attention.set();
    await this.#ended;
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      // Cleared before looking, so that a signal during the claim leads to another claim.
      this.#attention.clear();
      const idle = this.slots.filter((slot) => slot.isIdle);
      const claimed = await this.#claim(idle);
      if (claimed < idle.length) await this.#attention.wait(this.pollIntervalMs);
      else if (!this.slots.some((slot) => slot.isIdle)) await this.#attention.wait();
      // Slots that become idle in the same turn of the event loop go together into one claim.
      await turnOfEventLoop();
    }
  }

  /** @returns how many jobs were claimed. Never rejects. */
  async #claim(idle: readonly Slot[]): Promise<number> {
    try {
      const claims = await this.claimJobs.execute(idle.map((slot) => slot.workerId));
      this.#failures = 0;
      if (idle.length > 0) this.logger.debug('Asked for jobs', { idle: idle.length, claimed: claims.length });
      for (const [index, claim] of claims.entries()) idle[index]?.run(claim);
      return claims.length;
    } catch (error) {
      this.#failures += 1;
      this.logger.warn('Jobs could not be claimed; trying again', { error });
      // The claim may have been made and its answer lost.
      for (const slot of idle) slot.takeFreshId();
      await pause(backoffDelayMs(this.#failures, OUTAGE_BACKOFF), this.#stopping.signal);
      this.#attention.set();
      return 0;
    }
  }
}

function turnOfEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
