import { useState } from 'react';
import { Link } from 'wouter';
import { apiUrl } from '../api/call-api.js';
import type { Job } from '../api/types.js';
import { useShortcuts } from '../frame/use-shortcuts.js';
import { useNow } from '../state/use-now.js';
import { CopyButton } from '../ui/copy-button.js';
import { curlPost } from '../ui/curl.js';
import { Icon } from '../ui/icon.js';
import { shownStatus, StatusBadge } from '../ui/status-badge.js';
import { jobBody } from './job-body.js';
import { RetryConfirm } from './retry-confirm.js';
import { useRetry } from './use-retry.js';

/** What the job is, and what can be done with it in its status. */
export function JobHead({ job }: { readonly job: Job }) {
  const [asks, setAsks] = useState(false);
  const { retry, isBusy } = useRetry(job.id);
  const canRetry = job.status === 'failed';
  useShortcuts({ r: () => canRetry && setAsks(true) });
  return (
    <header class="job-head">
      <div class="job-name">
        <h1>
          <bdi>{job.type}</bdi>
        </h1>
        <StatusBadge status={shownStatus(job, useNow())} />
      </div>
      <div class="job-id">
        <span class="mono">{job.id}</span>
        <CopyButton text={job.id} what="Job id" />
      </div>
      <div class="job-actions">
        {canRetry && (
          <button type="button" class="button button-main" disabled={isBusy} onClick={() => void retry()}>
            <Icon name="retry" /> Retry
          </button>
        )}
        <Link href={`/jobs/new?from=${job.id}`} class="button">
          <Icon name="copy" /> Duplicate or edit
        </Link>
        <CopyButton text={curlPost(apiUrl('jobs/'), jobBody(job))} what="Command">
          curl
        </CopyButton>
        <CopyButton text={job.source} what="Job as JSON">
          JSON
        </CopyButton>
        <Link href={`/events?job_id=${job.id}`} class="button">
          <Icon name="events" /> Events
        </Link>
      </div>
      {asks && (
        <RetryConfirm
          onConfirm={() => {
            setAsks(false);
            void retry();
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </header>
  );
}
