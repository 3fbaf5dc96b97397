import { KeepAlive } from './keep-alive.js';
import { Head } from './memory-layout.js';
import { Refusal } from './queue-under-lock.js';
import type { SharedTaskQueue } from './shared-task-queue.js';
import type { EncodedTask } from './task-codec.js';

/** How long `getMetrics` and `trySubmit` may wait for the lock, which is held for microseconds. */
const MAX_LOCK_MS = 20;

/** A task on its way into the queue. */
export interface Submission {
  readonly task: EncodedTask;
  /** @param slot the slot in the queue, or `Refusal.CLOSED` */
  answered(slot: number): void;
}

/** What is to be done under the lock; it may give back what is to be done when the lock is free again. */
export type Step = () => (() => void) | undefined;

/** How much there is to do. */
export interface Load {
  readonly queued: number;
  readonly running: number;
}

interface ClientEvents {
  /** Tasks have ended; each slot must be given back by `release`. */
  ended(slots: readonly number[]): void;
  loaded(load: Load): void;
}

/**
 * The home thread's side of the shared queue. Its event loop never stands still: what needs the lock is collected and
 * done in one go (a round) as soon as the lock can be had, and between rounds it waits for its bell. Submissions that
 * find no room stand here in line, first come first served; one that is withdrawn leaves the line and no trace.
 */
export class QueueClient<Waiting extends Submission = Submission> {
  readonly #line = new Set<Waiting>();
  readonly #keepAlive = new KeepAlive();
  #steps: Step[] = [];
  #dead: number[] = [];
  #afterSteps: (() => void)[] = [];
  #afterBurials: (() => void)[] = [];
  #ended: number[] = [];
  #read: number[] = [];
  #load: Load = { queued: 0, running: 0 };
  #isScheduled = false;
  #isListening = false;
  #isHeld = false;
  #isQueueClosing = false;
  #isClosed = false;

  constructor(
    private readonly queue: SharedTaskQueue,
    private readonly events: ClientEvents,
  ) {}

  /** Those who stand in line. */
  get waiting(): ReadonlySet<Waiting> {
    return this.#line;
  }

  /** Puts a task in line. All that comes in one turn of the event loop goes in one round. */
  submit(submission: Waiting): void {
    this.#line.add(submission);
    this.#schedule();
  }

  withdraw(submission: Waiting): void {
    this.#line.delete(submission);
    this.#schedule();
  }

  /** Queues a task now or not at all. @returns as `admit`, or undefined if others stand in line or the lock is busy */
  tryAdmit(task: EncodedTask): number | undefined {
    if (this.#line.size > 0) this.glance(() => undefined);
    if (this.#line.size > 0) return undefined;
    return this.glance(() => this.queue.admit(task));
  }

  /** Does `step` under the lock, as soon as it can be had. */
  exclusively(step: Step): void {
    this.#steps.push(step);
    this.#schedule();
  }

  release(slot: number): void {
    this.#read.push(slot);
    this.#schedule();
  }

  /** Ends what a dead thread left behind, and calls `then` when that has been delivered. */
  bury(thread: number, then: () => void): void {
    this.#dead.push(thread);
    this.#afterBurials.push(then);
    this.#schedule();
  }

  /** A short look under the lock, waiting for it if need be. @returns undefined if it could not be had in time */
  glance<T>(look: () => T): T | undefined {
    if (!this.queue.mutex.lockWithin(MAX_LOCK_MS)) return undefined;
    this.#underLock();
    const seen = look();
    this.queue.mutex.unlock();
    this.#schedule();
    return seen;
  }

  /** Keeps the process alive also when nothing is queued, e.g. while threads start or end. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#schedule();
  }

  /** Closes the queue, after those in line that still find room. */
  closeQueue(): void {
    this.#isQueueClosing = true;
    this.#schedule();
  }

  /** When all is over. */
  close(): void {
    this.#isClosed = true;
    this.#keepAlive.close();
    this.queue.mutex.ring();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isClosed) return;
    this.#isScheduled = true;
    this.#keepAlive.set(true);
    setImmediate(this.#round);
  }

  readonly #round = (): void => {
    this.#isScheduled = false;
    if (this.#isClosed) return;
    const isMine = this.#buryDead() && (this.queue.mutex.tryLock() || this.queue.mutex.tryLockOrBell());
    if (!isMine) {
      this.#listen();
      return;
    }
    this.#underLock();
    const isBusy = this.#isHeld || this.#line.size > 0 || this.queue.count(Head.USED) > 0;
    // After results comes another round anyway, which gives their slots back: until then, nobody needs to ring.
    const goesOn = this.#ended.length > 0;
    if (!goesOn) this.queue.mutex.prepareSleep();
    this.queue.mutex.unlock();
    if (goesOn) this.#schedule();
    else this.#listen();
    this.#keepAlive.set(isBusy);
    this.#deliver();
  };

  #buryDead(): boolean {
    while (this.#dead.length > 0) {
      // Another dead thread may hold the lock: its turn comes when its death is reported.
      const holder = this.#dead.findIndex((thread) => this.queue.bury(thread) !== 'locked');
      if (holder < 0) return false;
      this.#dead.splice(holder, 1);
    }
    return true;
  }

  /** The order matters: what was taken back or removed makes room for those in line. */
  #underLock(): void {
    const { queue } = this;
    for (const slot of this.#read) queue.release(slot);
    this.#read = [];
    const steps = this.#steps;
    this.#steps = [];
    for (const step of steps) {
      const after = step();
      if (after !== undefined) this.#afterSteps.push(after);
    }
    for (const slot of queue.slots.collectDone()) this.#ended.push(slot);
    this.#admitLine();
    if (this.#isQueueClosing) {
      queue.close();
      this.#admitLine();
    }
    this.#load = { queued: queue.count(Head.QUEUED), running: queue.count(Head.RUNNING) };
  }

  #admitLine(): void {
    for (const submission of this.#line) {
      const slot = this.queue.admit(submission.task);
      if (slot === Refusal.FULL || slot === Refusal.NO_SPACE) break;
      this.#line.delete(submission);
      submission.answered(slot);
    }
    this.queue.setHead(Head.BELL_ON_ROOM, this.#line.size > 0 ? 1 : 0);
  }

  #deliver(): void {
    const afterSteps = this.#afterSteps;
    const ended = this.#ended;
    this.#afterSteps = [];
    this.#ended = [];
    for (const act of afterSteps) act();
    if (ended.length > 0) this.events.ended(ended);
    const afterBurials = this.#afterBurials;
    if (this.#dead.length === 0) {
      this.#afterBurials = [];
      for (const act of afterBurials) act();
    }
    this.events.loaded(this.#load);
  }

  /** Waits for the bell; one wait at a time, since a wait cannot be called off. */
  #listen(): void {
    if (this.#isListening) return;
    const bell = this.queue.mutex.sleep();
    if (bell === undefined) {
      this.#schedule();
      return;
    }
    this.#isListening = true;
    void bell.then(() => {
      this.#isListening = false;
      this.#round();
    });
  }
}
