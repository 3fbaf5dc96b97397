import { expect } from 'chai';
import {
  type Task,
  TaskScheduler,
  type TaskSchedulerOptions,
} from '../../../src/infrastructure/scheduler/task-scheduler.js';
import { rejection } from '../../support/rejection.js';

describe('TaskScheduler, what it refuses', () => {
  const wrongOptions: readonly Partial<Record<keyof TaskSchedulerOptions, unknown>>[] = [
    { numWorkers: 0 },
    { numWorkers: -1 },
    { numWorkers: 1.5 },
    { numWorkers: Number.NaN },
    { numWorkers: '2' },
    { numWorkers: undefined },
    { maxQueueSize: 0 },
    { maxQueueSize: 2.5 },
    { maxQueueSize: null },
    { maxQueueSize: Number.POSITIVE_INFINITY },
    { cancelGraceMs: -1 },
    { bufferBytes: 0 },
  ];
  for (const options of wrongOptions) {
    it(`the option ${Object.entries(options).join(' = ')}`, () => {
      const all = { numWorkers: 1, ...options } as TaskSchedulerOptions;
      expect(() => new TaskScheduler(all)).to.throw(`\`${Object.keys(options)[0]}\` must be`);
    });
  }

  const payload = () => 1;
  const wrongTasks: Readonly<Record<string, unknown>> = {
    'a priority of 3': { payload, priority: 3 },
    'an id that is a number': { payload, id: 7 },
    'a time limit of 0': { payload, timeoutMs: 0 },
    'an endless time limit': { payload, timeoutMs: Number.POSITIVE_INFINITY },
    'a signal that is none': { payload, signal: {} },
    'no payload': {},
    'a payload without a module': { payload: { export: 'x' } },
    'a relative path': { payload: { module: './x.mjs' } },
    'a module of another kind': { payload: { module: 'data:text/javascript,' } },
    'arguments that are no array': { payload: { module: '/x.mjs', args: 'x' } },
  };
  for (const [title, task] of Object.entries(wrongTasks)) {
    it(title, async () => {
      const scheduler = new TaskScheduler({ numWorkers: 1 });
      expect(await rejection(scheduler.submit(task as Task))).to.include({ code: 'INVALID_TASK' });
      expect(scheduler.getMetrics()).to.include({ currentQueueDepth: 0, totalRejected: 0 });
      await scheduler.shutdown();
    });
  }
});
