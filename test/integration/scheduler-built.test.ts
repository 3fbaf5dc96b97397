import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { REPOSITORY } from '../support/program.js';
import { rejection } from '../support/rejection.js';
import { builtScheduler } from '../support/scheduler/built.js';

const TASKS = new URL('../support/scheduler/built-tasks.mjs', import.meta.url).href;
const task = (name: string, ...args: readonly unknown[]) => ({ module: TASKS, export: name, args });

describe('TaskScheduler, as built', function () {
  this.timeout(90_000);
  let built: Awaited<ReturnType<typeof builtScheduler>>;
  before(async () => {
    built = await builtScheduler();
  });

  it('runs closures, and functions on threads that share its current task', async () => {
    const scheduler = new built.TaskScheduler({ numWorkers: 2 });
    await scheduler.start();
    const heard: unknown[] = [];
    const onMessage = (value: unknown) => void heard.push(value);
    expect(await scheduler.run({ payload: () => built.currentTask().id, id: 'here' })).to.equal('here');
    expect(await scheduler.run({ payload: task('greet', 'you'), id: 'there' }, { onMessage })).to.equal('there');
    expect(heard).to.deep.equal(['hello you']);
    expect(await rejection(scheduler.run({ payload: task('fail', 'no') }))).to.be.instanceOf(RangeError);
    const doubled = await Promise.all([1, 2, 3].map((value) => scheduler.run({ payload: task('double', value) })));
    expect(doubled).to.deep.equal([2, 4, 6]);
    expect(await scheduler.shutdown()).to.equal(true);
  });

  it('runs the example of its documentation', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'leasehold-example-'));
    try {
      const text = await readFile(join(REPOSITORY, 'docs', 'scheduler.md'), 'utf8');
      const [, example = ''] = /```ts\n(.*?)```/s.exec(text) ?? [];
      await writeFile(join(folder, 'example.mjs'), example);
      await writeFile(join(folder, 'thumbnails.js'), 'export const resize = (file) => console.log(file);');
      await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
      await mkdir(join(folder, 'node_modules', 'leasehold'), { recursive: true });
      await cp(join(REPOSITORY, 'dist'), join(folder, 'node_modules', 'leasehold', 'dist'), { recursive: true });
      await cp(join(REPOSITORY, 'package.json'), join(folder, 'node_modules', 'leasehold', 'package.json'));
      const { stdout } = await promisify(execFile)(process.execPath, ['example.mjs'], { cwd: folder, timeout: 10_000 });
      expect(stdout.split('\n').sort()).to.deep.equal(['', '2 tasks done', 'cat.png', 'paid']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  describe('in shutdown races', () => {
    const RACES = 100;
    const OWN = 20;
    let producers: Worker[];
    before(async () => {
      const file = new URL('../support/scheduler/racing-producer.mjs', import.meta.url);
      producers = [1, 2].map(() => new Worker(file, { workerData: TASKS, execArgv: [] }));
      await Promise.all(producers.map((producer) => once(producer, 'message')));
    });
    after(() => Promise.all(producers.map((producer) => producer.terminate())));

    /** Producers here and on two threads submit as fast as they can; the shutdown begins at another moment each time. */
    async function race(number: number): Promise<void> {
      const scheduler = new built.TaskScheduler({
        numWorkers: 1,
        maxQueueSize: 1 + (number % 5),
        bufferBytes: 2 ** 20,
      });
      const answers = producers.map((producer) => once(producer, 'message') as Promise<[number]>);
      for (const producer of producers) producer.postMessage(scheduler.producerHandle());
      const own = Array.from({ length: OWN }, () => scheduler.submit({ payload: task('nothing') }));
      if (number % 2 === 0) void scheduler.start();
      if (number % 4 === 0) await scheduler.run({ payload: task('nothing') });
      for (let turn = number % 10; turn > 0; turn -= 1) await new Promise((resolve) => setImmediate(resolve));
      expect(await scheduler.shutdown()).to.equal(true);
      const elsewhere = (await Promise.all(answers)).flat();
      const here = (await Promise.all(own)).filter(Boolean).length;
      const accepted = elsewhere.reduce((sum, count) => sum + count, here + (number % 4 === 0 ? 1 : 0));
      const { totalCompleted, totalRejected, currentQueueDepth } = scheduler.getMetrics();
      const told = { totalCompleted, totalRejected, currentQueueDepth };
      const totals = { totalCompleted: accepted, totalRejected: producers.length + OWN - here, currentQueueDepth: 0 };
      expect(told, `race ${number}`).to.deep.equal(totals);
    }

    it(`executes exactly what it accepted, in ${RACES} of them on real threads`, async () => {
      for (let number = 0; number < RACES; number += 1) await race(number);
    });
  });
});
