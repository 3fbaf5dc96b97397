import { randomBytes } from 'node:crypto';
import { toStorableText } from '../../domain/json.js';
import type { WorkerSettings } from './worker-settings.js';

/** Leaves room for the rest of the id within the 255 characters of `locked_by`. */
const MAX_HOSTNAME_LENGTH = 200;

/** A new id, never used before, for the slot with this number: `hostname:pid:thread-<n>:<8 hex>`. */
export function newWorkerId({ hostname, pid }: Pick<WorkerSettings, 'hostname' | 'pid'>, slotNumber: number): string {
  const host = toStorableText(hostname.slice(0, MAX_HOSTNAME_LENGTH));
  return `${host}:${pid}:thread-${slotNumber}:${randomBytes(4).toString('hex')}`;
}
