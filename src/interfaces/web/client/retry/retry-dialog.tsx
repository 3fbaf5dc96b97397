import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countText, counted } from '../ui/count-text.js';
import { Dialog } from '../ui/dialog.js';
import { Failure, Loading } from '../ui/states.js';
import type { RetryTarget } from './bulk-filter.js';
import { RetrySample } from './retry-sample.js';
import { type BulkState, bulkRetry, resultText, useBulkRetry } from './use-bulk-retry.js';

/** From here on, the number must be typed: nobody retries thousands by an Enter too many. */
const TYPED_ABOVE = 100;

interface Props {
  readonly target: RetryTarget;
  readonly onClose: () => void;
}

/** Asks before many jobs are retried: how many there are now, and a few of them. Then shows how it goes. */
export function RetryDialog({ target, onClose }: Props) {
  const { state, start, stop } = useBulkRetry(target.filter);
  const count = useQuery({
    queryKey: ['bulk-retry', target.filter],
    queryFn: () => bulkRetry(target.filter, { dry_run: true }),
    refetchInterval: false,
    enabled: state.phase === 'asking',
  });
  const matched = count.data?.matched ?? 0;
  const close = () => {
    stop();
    onClose();
  };
  return (
    <Dialog title="Retry failed jobs" onClose={close}>
      <p class="retry-target">{target.words}</p>
      {state.phase !== 'asking' ? (
        <RetryProgress state={state} total={matched} onStop={stop} onClose={close} />
      ) : count.isError ? (
        <Failure error={count.error} onRetry={() => void count.refetch()} />
      ) : count.isPending ? (
        <Loading lines={3} />
      ) : (
        <RetryQuestion
          target={target}
          matched={matched}
          onStart={(rate) => void start(matched, rate)}
          onClose={close}
        />
      )}
    </Dialog>
  );
}

interface QuestionProps {
  readonly target: RetryTarget;
  readonly matched: number;
  readonly onStart: (perSecond: number | null) => void;
  readonly onClose: () => void;
}

function RetryQuestion({ target, matched, onStart, onClose }: QuestionProps) {
  const [typed, setTyped] = useState('');
  const [rate, setRate] = useState('');
  const mustType = matched > TYPED_ABOVE;
  const isAgreed = matched > 0 && (!mustType || typed.replace(/\D/g, '') === String(matched));
  const perSecond = /^[1-9]\d{0,4}$/.test(rate) ? Number(rate) : null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isAgreed) onStart(perSecond);
      }}
    >
      <p class="retry-count">
        <b>{countText(matched)}</b> {matched === 1 ? 'job is' : 'jobs are'} failed now and would be queued again, each
        with all its attempts.
      </p>
      {matched > 0 && <RetrySample filter={target.filter} />}
      {matched > 1 && (
        <label class="field field-inline">
          <span>At most per second</span>
          <input
            inputMode="numeric"
            size={6}
            placeholder="no limit"
            value={rate}
            onInput={(event) => setRate(event.currentTarget.value)}
          />
        </label>
      )}
      {mustType && (
        <label class="field field-inline">
          <span>Type {matched} to confirm</span>
          <input
            inputMode="numeric"
            size={8}
            autocomplete="off"
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
      )}
      <footer class="dialog-foot">
        <span class="spacer" />
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" class="button button-main" disabled={!isAgreed}>
          Retry {counted(matched, 'job')}
        </button>
      </footer>
    </form>
  );
}

interface ProgressProps {
  readonly state: Exclude<BulkState, { phase: 'asking' }>;
  readonly total: number;
  readonly onStop: () => void;
  readonly onClose: () => void;
}

function RetryProgress({ state: { phase, progress, error }, total, onStop, onClose }: ProgressProps) {
  const done = progress.retried + progress.skipped;
  const words = { running: 'Retrying', stopped: 'Stopped', done: 'Done' }[phase];
  return (
    <>
      <p class="retry-count" role="status">
        {words}: {resultText(progress)} of {countText(total)}
      </p>
      <progress max={Math.max(1, total)} value={done} aria-label="Progress" />
      {error !== undefined && <p class="field-error">{error}</p>}
      <footer class="dialog-foot">
        <span class="spacer" />
        {phase === 'running' ? (
          <button type="button" class="button" onClick={onStop}>
            Stop
          </button>
        ) : (
          <button type="button" class="button button-main" onClick={onClose}>
            Close
          </button>
        )}
      </footer>
    </>
  );
}
