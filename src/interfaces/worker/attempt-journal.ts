import type { Claim, GuardedWrite } from '../../application/ports/job-repository.js';
import type { Logger } from '../../application/ports/logger.js';
import type { RecordProgress } from '../../application/record-progress.js';
import type { RenewLease } from '../../application/renew-lease.js';
import type { JsonObject } from '../../domain/json.js';
import type { Ownership } from './ownership.js';
import { untilAnswered } from './until-answered.js';

export interface JournalParts {
  readonly renewLease: RenewLease;
  readonly recordProgress: RecordProgress;
}

/**
 * Writes the renewals and reports that a handler asks for, one at a time and in the order of asking. A write is
 * repeated until the store answers: the worst that a repetition can do is a second `progress` line.
 *
 * What a handler asked for before it returned is owed to it, and written before the attempt is settled; a handler that
 * did not return is owed nothing, and its attempt not held up by what it left behind.
 */
export class AttemptJournal {
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  #isWriting = false;
  #isDropped = false;
  /** Made with the first write: most attempts have none, and abort signals cost more than all else in an attempt. */
  #dropped: AbortController | undefined;

  /** @param giveUp when aborted, a write that the store does not answer is dropped */
  constructor(
    private readonly claim: Claim,
    private readonly parts: JournalParts,
    private readonly ownership: Ownership,
    private readonly giveUp: AbortSignal,
    private readonly log: Logger,
  ) {}

  /** @returns whether the lease was renewed. Never rejects. */
  renew(): Promise<boolean> {
    return this.#append(() => this.parts.renewLease.execute(this.claim));
  }

  /** Never rejects. */
  async progress(message: string, data: JsonObject): Promise<void> {
    const written = await this.#append(() => this.parts.recordProgress.execute(this.claim, message, data));
    if (!written) this.log.debug('Progress dropped', { progress: message });
  }

  /** Accepts nothing more. @returns a promise that resolves when all that was accepted is written or dropped */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#last;
  }

  /**
   * Accepts nothing more, and drops all that is not under way.
   *
   * @returns whether nothing is under way; the answer to what is will not be waited for, and its write may come late
   */
  drop(): boolean {
    this.#isClosed = true;
    this.#isDropped = true;
    this.#dropped?.abort();
    return !this.#isWriting;
  }

  #append(call: () => Promise<GuardedWrite>): Promise<boolean> {
    if (this.#isClosed) return Promise.resolve(false);
    const written = this.#last.then(() => this.#write(call));
    this.#last = written;
    return written;
  }

  async #write(call: () => Promise<GuardedWrite>): Promise<boolean> {
    if (this.ownership.isLost || this.#isDropped) return false;
    this.#isWriting = true;
    this.#dropped ??= new AbortController();
    const giveUp = AbortSignal.any([this.giveUp, this.#dropped.signal]);
    try {
      const onFailure = (error: Error) =>
        this.log.warn('A sign of life could not be written and is tried again', { error });
      return this.ownership.note(await untilAnswered(call, giveUp, onFailure));
    } catch (error) {
      this.log.error('A sign of life could not be written', { error });
      return false;
    } finally {
      this.#isWriting = false;
    }
  }
}
