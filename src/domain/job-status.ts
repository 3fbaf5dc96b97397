/** The four statuses of a job, in the order in which a job passes through them. */
export const JOB_STATUSES = ['queued', 'running', 'succeeded', 'failed'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Every kind of event that a job's history can hold. Each transition writes exactly one. */
export const EVENT_TYPES = [
  'created',
  'claimed',
  'progress',
  'lease_renewed',
  'succeeded',
  'retry_scheduled',
  'failed',
  'timeout_requeued',
  'manual_retry',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The transition table: for each event that changes an existing job, the status it needs and the status it leaves. */
export const TRANSITIONS = {
  claimed: { from: 'queued', to: 'running' },
  progress: { from: 'running', to: 'running' },
  lease_renewed: { from: 'running', to: 'running' },
  succeeded: { from: 'running', to: 'succeeded' },
  retry_scheduled: { from: 'running', to: 'queued' },
  failed: { from: 'running', to: 'failed' },
  timeout_requeued: { from: 'running', to: 'queued' },
  manual_retry: { from: 'failed', to: 'queued' },
} as const satisfies Record<Exclude<EventType, 'created'>, { from: JobStatus; to: JobStatus }>;
