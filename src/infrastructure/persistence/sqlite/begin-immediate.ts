import type { Begin } from '../database.js';
import { untilFree } from './until-free.js';

/**
 * Begins transactions that hold the write lock from the start. A deferred one, which reads first and asks for the lock
 * when it writes, is refused without waiting if another process has written in between.
 *
 * @param patienceMs how long a transaction may wait from the moment it was asked for
 */
export function beginImmediate(patienceMs: number): Begin {
  return (query, askedAt) => untilFree(() => query('BEGIN IMMEDIATE'), askedAt + patienceMs);
}
