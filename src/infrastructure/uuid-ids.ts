import { v7 } from 'uuid';
import { Ids } from '../application/ports/ids.js';

/**
 * UUIDs of version 7: a millisecond and a counter, so that they sort in the order in which they were made. The library
 * keeps counting in its last millisecond while the clock stands still or steps back.
 */
export class UuidIds extends Ids {
  override next(): string {
    return v7();
  }
}
