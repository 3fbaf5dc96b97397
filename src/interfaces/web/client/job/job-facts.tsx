import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Job } from '../api/types.js';
import { CopyButton } from '../ui/copy-button.js';
import { Instant } from '../ui/instant.js';

/** The fields of the job. */
export function JobFacts({ job }: { readonly job: Job }) {
  return (
    <section class="card" aria-label="Facts">
      <h2>Facts</h2>
      <dl class="facts">
        <Fact name="Priority">{job.priority}</Fact>
        <Fact name="Attempts">
          {job.attempts} of {job.max_attempts}
        </Fact>
        <Fact name="Created">
          <Instant at={job.created_at} as="full" />
        </Fact>
        <Fact name="Available">
          <Instant at={job.available_at} as="full" />
        </Fact>
        <Fact name="Updated">
          <Instant at={job.updated_at} as="full" />
        </Fact>
        {job.finished_at !== null && (
          <Fact name="Ended">
            <Instant at={job.finished_at} as="full" />
          </Fact>
        )}
        {job.locked_by !== null && (
          <Fact name="Worker">
            <Link href={`/events?worker=${encodeURIComponent(job.locked_by)}`} class="mono">
              {job.locked_by}
            </Link>
          </Fact>
        )}
        {job.idempotency_key !== null && (
          <Fact name="Key">
            <bdi class="mono">{job.idempotency_key}</bdi>{' '}
            <CopyButton text={job.idempotency_key} what="Idempotency key" />
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
