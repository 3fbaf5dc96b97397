import { expect } from 'chai';
import sinon from 'sinon';
import type { DeathCause } from '../../../src/infrastructure/scheduler/errors.js';
import type { PoolThread, ThreadEvents } from '../../../src/infrastructure/scheduler/pool-thread.js';
import { ThreadPool } from '../../../src/infrastructure/scheduler/thread-pool.js';

/** A thread that lives until it is told to die. */
class PretendedThread {
  readonly ready = Promise.resolve();
  death: { cause: DeathCause; exitCode: number | undefined } = { cause: 'exit', exitCode: undefined };
  isLeaving = false;

  constructor(
    readonly number: number,
    private readonly events: ThreadEvents,
  ) {}

  die(cause: DeathCause = 'error'): void {
    this.death = { cause, exitCode: 1 };
    this.events.died(this as unknown as PoolThread);
  }

  close(): void {}
}

describe('ThreadPool', () => {
  let clock: sinon.SinonFakeTimers;
  let threads: PretendedThread[];
  let pool: ThreadPool;
  beforeEach(() => {
    clock = sinon.useFakeTimers();
    threads = [];
    const newThread = (events: ThreadEvents) => {
      const thread = new PretendedThread(threads.length, events);
      threads.push(thread);
      return thread as unknown as PoolThread;
    };
    const died = (thread: PoolThread) => {
      pool.forget(thread);
      pool.ensure(1);
    };
    pool = new ThreadPool(2, newThread, { message: () => {}, died });
  });
  afterEach(() => {
    pool.close();
    clock.restore();
  });

  const last = () => threads.at(-1) as PretendedThread;

  it('starts as many threads as there is work for, up to its size', () => {
    pool.ensure(0);
    expect([threads.length, pool.isComplete]).to.deep.equal([0, false]);
    pool.ensure(1);
    expect([threads.length, pool.isComplete]).to.deep.equal([1, false]);
    pool.ensure(5);
    expect([threads.length, pool.isComplete, pool.alive]).to.deep.equal([2, true, 2]);
  });

  it('replaces the first that dies at once, and the next ones after a time that doubles, up to a limit', () => {
    pool.ensure(1);
    const delays: number[] = [];
    for (let death = 1; death <= 10; death += 1) {
      const before = threads.length;
      last().die();
      const diedAt = Date.now();
      while (threads.length === before) clock.tick(1);
      delays.push(Date.now() - diedAt);
    }
    expect(delays).to.deep.equal([0, 50, 100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
  });

  it('forgets the deaths when a task ends in the ordinary way', () => {
    pool.ensure(1);
    last().die();
    last().die();
    clock.tick(50);
    expect(threads).to.have.length(3);
    pool.noteSuccess();
    last().die();
    expect(threads).to.have.length(4);
  });

  it('replaces at once what was ended from outside, however often', () => {
    pool.ensure(1);
    for (let death = 1; death <= 5; death += 1) last().die('terminated');
    expect(threads).to.have.length(6);
  });

  it('waits for nothing once it is closed', () => {
    pool.ensure(1);
    last().die();
    last().die();
    pool.close();
    clock.tick(10_000);
    expect(threads).to.have.length(2);
  });
});
