import type { CompleteJob } from '../../application/complete-job.js';
import type { FailJob, Failure } from '../../application/fail-job.js';
import type { HandlerOutcome } from '../../application/ports/handler-runner.js';
import type { Claim, GuardedWrite } from '../../application/ports/job-repository.js';
import type { Logger } from '../../application/ports/logger.js';
import { untilAnswered } from './until-answered.js';

type FailedOutcome = Extract<HandlerOutcome, { kind: 'failed' }>;

/** The log line of an outcome that nobody wants any more. */
export const LOST_OWNERSHIP = 'Lost ownership of the job: its outcome is dropped';

/** Ends claims, however long the store takes to answer. */
export class Settlement {
  constructor(
    private readonly completeJob: CompleteJob,
    private readonly failJob: FailJob,
  ) {}

  /**
   * Settles `claim`. While the outcome is unknown the same settle is repeated, which can never write it twice.
   *
   * @param giveUp when aborted, one more failure leaves the job to its lease
   * @returns whether the first asking was confirmed; if not, a write may still be on its way. Never rejects.
   */
  async settle(claim: Claim, outcome: HandlerOutcome, giveUp: AbortSignal, log: Logger): Promise<boolean> {
    let isFirstAsking = true;
    const onFailure = (error: Error) => {
      isFirstAsking = false;
      log.warn('Whether the job was settled is unknown; settling it again', { error });
    };
    try {
      const found = await untilAnswered(() => this.#ask(claim, outcome), giveUp, onFailure);
      if (found === 'written') logOutcome(claim, outcome, log);
      else log.warn(LOST_OWNERSHIP);
      return found === 'written' && isFirstAsking;
    } catch (error) {
      log.error('The job could not be settled and is left to its lease', { error });
      return false;
    }
  }

  #ask(claim: Claim, outcome: HandlerOutcome): Promise<GuardedWrite> {
    if (outcome.kind === 'returned') return this.completeJob.execute(claim, outcome.result);
    return this.failJob.execute(claim, outcome.failure);
  }
}

function logOutcome({ job }: Claim, outcome: HandlerOutcome, log: Logger): void {
  if (outcome.kind === 'returned') log.info('Job succeeded');
  else logFailure(outcome, endsJob(outcome.failure, job.attemptsLeft), log);
}

/** The job keeps the message alone; stack and causes are for the operator. */
function logFailure({ failure, error }: FailedOutcome, isEnd: boolean, log: Logger): void {
  const cause = error === undefined ? {} : { error };
  log.warn(isEnd ? 'Job failed' : 'Retry scheduled', { reason: failure.error, ...cause });
}

function endsJob({ kind }: Failure, attemptsLeft: boolean): boolean {
  return kind === 'permanent' || !attemptsLeft;
}
