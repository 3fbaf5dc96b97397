import type { Job } from '../api/types.js';

/** The JSON that creates another job like this one. The payload goes in as it is written; a key would only give this one back. */
export function jobBody({ type, payload, priority, max_attempts }: Job): string {
  const rest = JSON.stringify({ type, priority, max_attempts });
  return `${rest.slice(0, -1)},"payload":${payload}}`;
}
