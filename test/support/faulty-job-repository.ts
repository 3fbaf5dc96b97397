import {
  type Claim,
  type ClaimToken,
  type GuardedWrite,
  JobRepository,
} from '../../src/application/ports/job-repository.js';
import { StoreUnavailableError } from '../../src/domain/errors.js';
import type { Job } from '../../src/domain/job.js';
import type { NewJob } from '../../src/domain/new-job.js';
import type { Expiry, ManualRetry, Outcome, SignOfLife } from '../../src/domain/transition.js';

type Method = 'create' | 'claim' | 'settle' | 'touch' | 'expireLeases' | 'change';
/**
 * `before`: the call changes nothing. `after`: it happens, and the caller is told that it did not. `late`: the same, but
 * it happens only when the caller has long gone on.
 */
type Moment = 'before' | 'after' | 'late';

/** Whether the call that is made now fails, and when. */
export type Chance = (method: Method) => Moment | undefined;

/** Each call fails with that probability, in any of the ways. */
export function randomFaults(random: () => number, probability: number): Chance {
  return () => {
    if (random() >= probability) return undefined;
    return (['before', 'after', 'late'] as const)[Math.floor(random() * 3)];
  };
}

/** A repository whose connection can be lost, once or for as long as a test likes. */
export class FaultyJobRepository extends JobRepository {
  /** While true every call fails and changes nothing. */
  isDown = false;
  /** Asked at each call that no planned fault is for. */
  chance: Chance = () => undefined;
  /** How long after its call a `late` one happens, in milliseconds. */
  lateMs: () => number = () => 1_000;
  /** How often each method was called. */
  readonly calls: Record<Method, number> = { create: 0, claim: 0, settle: 0, touch: 0, expireLeases: 0, change: 0 };
  /** Awaited before each call of the method reaches the store. */
  readonly hold: Partial<Record<Method, Promise<void>>> = {};
  readonly #faults: { readonly method: Method; readonly moment: Moment; readonly error: Error }[] = [];

  constructor(private readonly inner: JobRepository) {
    super();
  }

  /** The next `times` calls of `method` fail at that moment. */
  fail(method: Method, moment: Moment, times = 1, error: Error = new StoreUnavailableError(new Error('forced'))): void {
    for (let i = 0; i < times; i += 1) this.#faults.push({ method, moment, error });
  }

  create(draft: NewJob): Promise<{ readonly job: Job; readonly replayed: boolean }> {
    return this.#call('create', () => this.inner.create(draft));
  }

  claim(workerIds: readonly string[], leaseMs: number): Promise<readonly Claim[]> {
    return this.#call('claim', () => this.inner.claim(workerIds, leaseMs));
  }

  settle(token: ClaimToken, outcome: Outcome): Promise<GuardedWrite> {
    return this.#call('settle', () => this.inner.settle(token, outcome));
  }

  touch(token: ClaimToken, sign: SignOfLife): Promise<GuardedWrite> {
    return this.#call('touch', () => this.inner.touch(token, sign));
  }

  expireLeases(limit: number, decide: (job: Job) => Expiry): Promise<readonly Job[]> {
    return this.#call('expireLeases', () => this.inner.expireLeases(limit, decide));
  }

  change(jobId: string, decide: (job: Job) => ManualRetry): Promise<Job | undefined> {
    return this.#call('change', () => this.inner.change(jobId, decide));
  }

  async #call<T>(method: Method, call: () => Promise<T>): Promise<T> {
    this.calls[method] += 1;
    await this.hold[method];
    if (this.isDown) throw new StoreUnavailableError(new Error('down'));
    const index = this.#faults.findIndex((planned) => planned.method === method);
    const moment = this.chance(method);
    const byChance =
      moment === undefined ? undefined : { moment, error: new StoreUnavailableError(new Error('chance')) };
    const fault = index < 0 ? byChance : this.#faults.splice(index, 1)[0];
    if (fault?.moment === 'late') setTimeout(() => void call().catch(() => undefined), this.lateMs());
    if (fault !== undefined && fault.moment !== 'after') throw fault.error;
    const answer = await call();
    if (fault !== undefined) throw fault.error;
    return answer;
  }
}
