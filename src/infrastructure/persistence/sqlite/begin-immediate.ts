import type { Query } from '../database.js';
import { untilFree } from './until-free.js';

/**
 * Begins a transaction that holds the write lock from the start. A deferred one, which reads first and asks for the
 * lock when it writes, is refused without waiting if another process has written in between.
 */
export async function beginImmediate(query: Query): Promise<void> {
  await untilFree(() => query('BEGIN IMMEDIATE'));
}
