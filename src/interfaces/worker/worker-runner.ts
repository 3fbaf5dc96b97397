import type { ClaimJobs } from '../../application/claim-jobs.js';
import type { CleanUpExpiredLeases } from '../../application/clean-up-expired-leases.js';
import type { CompleteJob } from '../../application/complete-job.js';
import type { FailJob } from '../../application/fail-job.js';
import type { WakeUp } from '../../application/ports/wake-up.js';
import type { AttemptParts } from './attempt.js';
import { ClaimLoop } from './claim-loop.js';
import { MaintenanceLoop } from './maintenance-loop.js';
import { Settlement } from './settlement.js';
import { Slot } from './slot.js';
import { settlesWithin } from './start-timer.js';

/** What a worker is made of. */
export interface WorkerParts extends Omit<AttemptParts, 'settlement'> {
  readonly claimJobs: ClaimJobs;
  readonly completeJob: CompleteJob;
  readonly failJob: FailJob;
  readonly cleanUpExpiredLeases: CleanUpExpiredLeases;
  readonly wakeUp: WakeUp;
}

/** After the grace time: for aborted handlers to end, for which they have a second, and for the last writes. */
const LAST_WRITES_MS = 1_500;
/** For a cleanup pass under way, and for what the handlers leave behind. */
const CLOSING_MS = 1_000;

/**
 * The worker daemon of one process: claims jobs for its slots, runs them, and cleans up after lost workers. Installs no
 * signal handlers and never ends the process: that is for the command line.
 */
export class WorkerRunner {
  readonly #slots: readonly Slot[];
  readonly #claims: ClaimLoop;
  readonly #maintenance: MaintenanceLoop;
  readonly #graceOver = new AbortController();
  #unsubscribe: (() => void) | undefined;
  #stopped: Promise<void> | undefined;

  constructor(private readonly parts: WorkerParts) {
    const { settings, logger, wakeUp } = parts;
    const settlement = new Settlement(parts.completeJob, parts.failJob);
    const attemptParts = { ...parts, settlement };
    this.#slots = Array.from({ length: settings.threads }, (_, index) => {
      return new Slot(index + 1, attemptParts, () => this.#claims.wake());
    });
    this.#claims = new ClaimLoop(parts.claimJobs, this.#slots, settings.pollIntervalMs, logger);
    this.#maintenance = new MaintenanceLoop(parts.cleanUpExpiredLeases, settings.cleanupIntervalMs, wakeUp, logger);
  }

  /** Begins to work. Does nothing when called again, or once a stop was asked for. */
  start(): void {
    if (this.#unsubscribe !== undefined || this.#stopped !== undefined) return;
    this.#unsubscribe = this.parts.wakeUp.subscribe(() => this.#claims.wake());
    this.#claims.start();
    this.#maintenance.start();
    this.parts.logger.info('Worker started', { threads: this.#slots.length, types: this.parts.handlers.names() });
  }

  /**
   * Claims nothing more, lets the running handlers finish within the grace time, and aborts the others. For good: a
   * stopped worker cannot be started again. May be called at any time and any number of times.
   *
   * A handler on a thread is then ended by force, and its job given back at once. An inline handler has one second to
   * come to its own end after its signal has aborted: if it returns, its result is stored; if it throws, its job is
   * given back at once; otherwise nobody can tell what it still does, and its job is left to its lease.
   *
   * @returns a promise that resolves as soon as all handlers have ended and are settled: about a second after the grace
   *   time at the latest, and under three with a store that does not answer. Never rejects.
   */
  stop(): Promise<void> {
    this.#stopped ??= this.#shutDown();
    return this.#stopped;
  }

  /** Stops without the grace time, or ends the grace time of a stop under way. Otherwise as {@link stop}. */
  abort(): Promise<void> {
    this.#graceOver.abort();
    return this.stop();
  }

  async #shutDown(): Promise<void> {
    const { settings, logger, handlerRunner } = this.parts;
    logger.info('Worker stopping', { running: this.#slots.filter((slot) => !slot.isIdle).length });
    this.#unsubscribe?.();
    const done = this.#slotsDone();
    if (!(await settlesWithin(done, settings.shutdownGraceMs, this.#graceOver.signal))) {
      logger.warn('The grace time is over: the running handlers are aborted');
      for (const slot of this.#slots) slot.cutOff();
      if (!(await settlesWithin(done, LAST_WRITES_MS)))
        logger.error('Some jobs could not be settled and are left to their leases');
    }
    // Cleanup has gone on until here, for the sake of other workers' jobs.
    const closed = Promise.all([this.#maintenance.stop(), handlerRunner.close()]);
    if (!(await settlesWithin(closed, CLOSING_MS))) logger.error('The worker could not be closed in time');
    logger.info('Worker stopped', { tasks: handlerRunner.metrics() });
  }

  async #slotsDone(): Promise<void> {
    await this.#claims.stop();
    await Promise.all(this.#slots.map((slot) => slot.running));
  }
}
