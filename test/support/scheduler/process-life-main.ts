/** A program of its own, to see whether its process ends. The first argument chooses what it does. */
import { TaskScheduler } from '../../../src/infrastructure/scheduler/task-scheduler.js';
import { threadTask } from './lanes.js';

const scheduler = new TaskScheduler({ numWorkers: 2, cancelGraceMs: 10 });

const programs: Readonly<Record<string, () => Promise<void>>> = {
  /** Started, used, and left alone: nothing is pending, so the process must end. */
  async idle() {
    await scheduler.start();
    console.log(await scheduler.run({ payload: threadTask('echo', 'ran') }));
  },
  /** Nothing but the task keeps the process alive. */
  async waiting() {
    await scheduler.start();
    void scheduler.run({ payload: threadTask('waitMs', 150) }).then(console.log);
  },
  /** Nor does the one who called `submit` wait for anything. */
  async submitted() {
    void scheduler.start();
    await scheduler.submit({ payload: threadTask('print', 5) });
  },
  async shutDown() {
    await scheduler.start();
    const results = [1, 2, 3].map((value) => scheduler.run({ payload: threadTask('echo', value) }));
    await scheduler.shutdown();
    console.log((await Promise.all(results)).join());
  },
  async printing() {
    await scheduler.start();
    await scheduler.run({ payload: threadTask('print', 5) });
    console.log('after');
  },
};

await programs[process.argv[2] ?? '']?.();
