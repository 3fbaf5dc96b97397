import type { Failure } from '../../application/fail-job.js';
import type { HandlerOutcome, HandlerRun } from '../../application/ports/handler-runner.js';
import { toBoundedText } from '../../domain/bounded-text.js';
import { settlesWithin } from './start-timer.js';

/** How long a handler whose signal was aborted may take to come to its own end. */
const ABORT_WAIT_MS = 1_000;

/** Why an attempt does not wait for its handler any longer. */
export type Stop = 'timed out' | 'lost' | 'cut off';

/** How the part of an attempt ended that belongs to the handler. */
export interface HandlerEnd {
  /** What is to be settled; undefined: nothing, since the claim is lost, or nobody can tell how the handler will end. */
  readonly outcome: HandlerOutcome | undefined;
  /** False if the handler may still be running. */
  readonly hasEnded: boolean;
  /** Whether the handler came to its end by itself, and not by force or in an unknown way. */
  readonly hasReturned: boolean;
}

export const INTERRUPTED = failed('interrupted', 'Worker shut down');
const TIMED_OUT = failed('error', 'Handler timed out');

/** Ends a handler before its time, as far as it can be ended. */
export async function stopHandler(run: HandlerRun, stop: Stop): Promise<HandlerEnd> {
  switch (stop) {
    case 'timed out':
      return {
        outcome: TIMED_OUT,
        hasEnded: await run.terminate(new Error('Handler timed out')),
        hasReturned: false,
      };
    case 'lost': {
      const reason = new Error('The claim is lost');
      run.abort(reason);
      const hasEnded = (await settlesWithin(run.outcome, ABORT_WAIT_MS)) || (await run.terminate(reason));
      return { outcome: undefined, hasEnded, hasReturned: false };
    }
    case 'cut off': {
      const wasForced = await run.terminate(new Error('Worker shut down'));
      // No terminal state for work that may still finish: the lease decides.
      if (!(await settlesWithin(run.outcome, ABORT_WAIT_MS)))
        return { outcome: undefined, hasEnded: false, hasReturned: false };
      const outcome = afterCutOff(await run.outcome);
      return { outcome, hasEnded: true, hasReturned: !wasForced || outcome !== INTERRUPTED };
    }
  }
}

export function ended(outcome: HandlerOutcome): HandlerEnd {
  return { outcome, hasEnded: true, hasReturned: true };
}

export function failed(kind: Failure['kind'], error: string): HandlerOutcome {
  return { kind: 'failed', failure: { kind, error: toBoundedText(error) } };
}

/** A success counts, and so does a permanent error; any other failure is taken for the effect of the abort. */
function afterCutOff(outcome: HandlerOutcome): HandlerOutcome {
  return outcome.kind === 'failed' && outcome.failure.kind === 'error' ? INTERRUPTED : outcome;
}
