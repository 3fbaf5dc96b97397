import type { Claim, GuardedWrite } from '../../application/ports/job-repository.js';
import type { Logger } from '../../application/ports/logger.js';
import type { GetJob } from '../../application/queries/get-job.js';
import type { RenewLease } from '../../application/renew-lease.js';
import { backoffDelayMs } from '../../domain/backoff.js';
import { JobNotFoundError } from '../../domain/errors.js';
import { Heartbeat } from './heartbeat.js';
import type { Ownership } from './ownership.js';
import { settlesWithin } from './start-timer.js';
import { OUTAGE_BACKOFF } from './until-answered.js';
import type { WorkerSettings } from './worker-settings.js';

export interface LeaseKeeperParts {
  readonly renewLease: RenewLease;
  readonly getJob: GetJob;
  readonly settings: WorkerSettings;
}

/** A call that hangs must not cost the lease, and a store that is slow must not be flooded. */
const MAX_CALLS_UNDER_WAY = 3;

/**
 * Watches over the lease of one running attempt, and notices when the claim is lost.
 * - `auto`: renews whenever a third of the lease has passed since the last renewal.
 * - `manual`: leaves the lease alone and, from its end on, looks whether the claim still stands.
 *
 * A failure to reach the store is no loss: only a row that belongs to nobody or to somebody else proves one. A call that
 * is not answered within a third of the lease is left to itself, and another one made beside it.
 */
export class LeaseKeeper {
  readonly #heartbeat: Heartbeat;
  readonly #restMs: number;
  readonly #patienceMs: number;
  /** Made with the first call: most handlers end before it. */
  #stopping: AbortController | undefined;
  readonly #underWay = new Set<Promise<number>>();
  #failures = 0;

  constructor(
    private readonly mode: 'auto' | 'manual',
    private readonly claim: Claim,
    private readonly parts: LeaseKeeperParts,
    private readonly ownership: Ownership,
    private readonly log: Logger,
  ) {
    this.#restMs = mode === 'auto' ? parts.settings.leaseMs / 3 : parts.settings.leaseMs;
    this.#patienceMs = parts.settings.leaseMs / 3;
    this.#heartbeat = new Heartbeat(() => this.#beat());
  }

  /** The lease begins, or begins anew, at this moment. */
  renewed(): void {
    this.#heartbeat.schedule(this.#restMs);
  }

  /** @returns whether no call to the store is under way; the answers to those that are will not be waited for */
  stop(): boolean {
    this.#stopping?.abort();
    void this.#heartbeat.stop();
    return this.#underWay.size === 0;
  }

  async #beat(): Promise<number> {
    this.#stopping ??= new AbortController();
    const { signal } = this.#stopping;
    const call = this.#call();
    this.#underWay.add(call);
    void call.finally(() => this.#underWay.delete(call));
    if (await settlesWithin(call, this.#patienceMs, signal)) return call;
    if (!signal.aborted) this.log.warn('A call for the lease is not answered; making another');
    if (this.#underWay.size >= MAX_CALLS_UNDER_WAY) await Promise.race(this.#underWay);
    return 0;
  }

  /**
   * Renewals are not repeated in place: a later one does as well, and none is wanted once the handler has ended.
   *
   * @returns the milliseconds until the next call. Never rejects.
   */
  async #call(): Promise<number> {
    try {
      this.ownership.note(await (this.mode === 'auto' ? this.parts.renewLease.execute(this.claim) : this.#look()));
      this.#failures = 0;
      return this.mode === 'auto' ? this.#restMs : Math.min(this.parts.settings.cleanupIntervalMs, this.#restMs);
    } catch (error) {
      this.#failures += 1;
      this.log.warn('The lease could not be looked after; trying again', { error });
      return Math.min(backoffDelayMs(this.#failures, OUTAGE_BACKOFF), this.#restMs);
    }
  }

  /** What a guarded write would find, without renewing anything. */
  async #look(): Promise<GuardedWrite> {
    const { jobId, workerId, attempt } = this.claim.token;
    try {
      const { status, lockedBy, attempts } = await this.parts.getJob.execute(jobId);
      return status === 'running' && lockedBy === workerId && attempts === attempt ? 'written' : 'lost';
    } catch (error) {
      if (error instanceof JobNotFoundError) return 'lost';
      throw error;
    }
  }
}
