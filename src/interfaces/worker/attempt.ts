import type { Handler } from '../../application/ports/handler.js';
import type { AttemptLink, HandlerCall, HandlerRunner } from '../../application/ports/handler-runner.js';
import type { Claim } from '../../application/ports/job-repository.js';
import type { Logger } from '../../application/ports/logger.js';
import { AttemptJournal, type JournalParts } from './attempt-journal.js';
import { asAttempt, asWorker } from './attempt-log.js';
import { ended, failed, type HandlerEnd, INTERRUPTED, type Stop, stopHandler } from './handler-end.js';
import type { HandlerRegistry } from './handler-registry.js';
import { LeaseKeeper, type LeaseKeeperParts } from './lease-keeper.js';
import { Ownership } from './ownership.js';
import { LOST_OWNERSHIP, type Settlement } from './settlement.js';
import { startTimer } from './start-timer.js';

export interface AttemptParts extends JournalParts, LeaseKeeperParts {
  readonly handlers: HandlerRegistry;
  readonly handlerRunner: HandlerRunner;
  readonly settlement: Settlement;
  readonly logger: Logger;
}

/** One claim from the start of its handler to its settling. */
export class Attempt {
  readonly #log: Logger;
  readonly #ownership = new Ownership(() => this.#stop('lost'));
  readonly #stopped: Promise<Stop>;
  #stop: (stop: Stop) => void = () => {};
  /** False when a renewal or a report may still be on its way. */
  #isQuiet = true;

  constructor(
    private readonly claim: Claim,
    private readonly parts: AttemptParts,
    /** Aborts when the worker cannot wait for the store any longer. */
    private readonly giveUp: AbortSignal,
  ) {
    const { token, job } = claim;
    this.#log = parts.logger.child({
      job_id: job.id,
      type: job.type,
      attempt: token.attempt,
      worker_id: token.workerId,
    });
    this.#stopped = new Promise((resolve) => {
      this.#stop = resolve;
    });
  }

  /** Ends the attempt soon: the worker shuts down. */
  cutOff(): void {
    this.#stop('cut off');
  }

  /**
   * Runs the handler and settles the claim. Never rejects.
   *
   * @returns whether all is certainly over: the settle was written, the handler has ended, and no other write is on its
   *   way. If not, the worker id of this claim must not be used again.
   */
  async run(): Promise<boolean> {
    const startedAt = performance.now();
    this.#log.debug('Job claimed');
    const { outcome, hasEnded } = await this.#handlerEnd();
    const log = this.#log.child({ ms: Math.round(performance.now() - startedAt) });
    if (outcome === undefined) {
      log.warn(this.#ownership.isLost ? LOST_OWNERSHIP : 'The job is left to its lease');
      return false;
    }
    const isConfirmed = await this.parts.settlement.settle(this.claim, outcome, this.giveUp, log);
    return isConfirmed && hasEnded && this.#isQuiet;
  }

  async #handlerEnd(): Promise<HandlerEnd> {
    const { type, payload } = this.claim.job;
    const handler = this.parts.handlers.get(type);
    if (handler === undefined)
      return ended(failed('error', `No handler is registered for the type ${JSON.stringify(type)}`));
    const problems = this.parts.handlers.payloadProblems(type, payload);
    if (problems.length > 0) return ended(failed('permanent', `The payload is not valid: ${problems.join('; ')}`));
    if (this.giveUp.aborted) return ended(INTERRUPTED);
    return this.#runHandler(handler);
  }

  async #runHandler(handler: Handler): Promise<HandlerEnd> {
    const keeper = new LeaseKeeper(handler.lease, this.claim, this.parts, this.#ownership, this.#log);
    const journal = new AttemptJournal(this.claim, this.parts, this.#ownership, this.giveUp, this.#log);
    keeper.renewed();
    const attemptLink = link(journal, keeper, this.#log);
    const run = asAttempt(this.#log, () => this.parts.handlerRunner.run(handler, this.#call(), attemptLink));
    const cancelTimeout = this.#startTimeout(handler);
    const first = await Promise.race([run.outcome, this.#stopped]);
    cancelTimeout();
    // What a listener to the abort does is the handler's as well.
    const end = typeof first === 'string' ? await asAttempt(this.#log, () => stopHandler(run, first)) : ended(first);
    if (end.hasReturned) await journal.close();
    const quiet = [journal.drop(), keeper.stop()];
    this.#isQuiet = quiet.every(Boolean);
    return end;
  }

  #call(): HandlerCall {
    const { job, token } = this.claim;
    const { type, payload, maxAttempts } = job;
    return { jobId: job.id, type, payload, attempt: token.attempt, maxAttempts, workerId: token.workerId };
  }

  #startTimeout({ timeoutSeconds }: Handler): () => void {
    const timeoutMs = timeoutSeconds === undefined ? this.parts.settings.handlerTimeoutMs : timeoutSeconds * 1000;
    return timeoutMs === null ? () => {} : startTimer(timeoutMs, () => this.#stop('timed out'));
  }
}

function link(journal: AttemptJournal, keeper: LeaseKeeper, log: Logger): AttemptLink {
  return {
    log,
    renew: async () => {
      const isRenewed = await asWorker(() => journal.renew());
      if (isRenewed) keeper.renewed();
      return isRenewed;
    },
    progress: (message, data) => asWorker(() => journal.progress(message, data)),
  };
}
