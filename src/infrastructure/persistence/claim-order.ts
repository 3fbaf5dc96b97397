import type { Job } from '../../domain/job.js';

/** Whether `a` is claimed ahead of `b`: `priority DESC, available_at ASC, created_at ASC, id ASC`. */
export function isClaimedBefore(a: Job, b: Job): boolean {
  if (a.priority !== b.priority) return a.priority > b.priority;
  if (a.availableAt !== b.availableAt) return a.availableAt < b.availableAt;
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt;
  return a.id < b.id;
}
