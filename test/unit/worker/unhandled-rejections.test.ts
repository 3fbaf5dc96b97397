import { expect } from 'chai';
import type { JobContext } from '../../../src/application/ports/handler.js';
import { logUnhandledRejections } from '../../../src/interfaces/worker/unhandled-rejections.js';
import { RecordingLogger } from '../../support/recording-logger.js';
import { WorkerFixture } from '../../support/worker-fixture.js';

describe('logUnhandledRejections', () => {
  const logger = new RecordingLogger();
  let others: NodeJS.UnhandledRejectionListener[];
  let takeAway: () => void;
  beforeEach(() => {
    others = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    logger.lines.length = 0;
    takeAway = logUnhandledRejections(logger);
  });
  afterEach(() => {
    takeAway();
    expect(process.listenerCount('unhandledRejection')).to.equal(0);
    for (const other of others) process.on('unhandledRejection', other);
  });

  const nextRejection = () => new Promise((resolve) => process.once('unhandledRejection', resolve));

  it('logs a floating rejection and lets the process live, until it is taken away', async () => {
    const seen = nextRejection();
    void Promise.reject(new Error('forgotten'));
    await seen;
    expect(logger.messages('error')).to.have.length(1);
    expect(logger.lines[0]?.fields.error).to.have.property('message', 'forgotten');
  });

  it('names the job whose handler forgot the promise, also after the attempt', async () => {
    const handle = () => {
      setTimeout(() => void Promise.reject(new Error('forgotten')), 5);
    };
    const fixture = new WorkerFixture({ careless: { handle } });
    const seen = nextRejection();
    const id = await fixture.create('careless');
    fixture.runner.start();
    await seen;
    await fixture.runner.stop();
    const line = fixture.logger.lines.find(({ level }) => level === 'error');
    expect(line).to.have.property('message', 'A promise was rejected and nobody handled it');
    expect(line?.fields).to.include({ job_id: id, type: 'careless', attempt: 1 });
    expect(logger.lines).to.have.length(0);
  });

  it('does not blame a handler for what the store does on its behalf', async () => {
    const handle = (_payload: unknown, context: JobContext) => context.renew();
    const fixture = new WorkerFixture({ renewing: { handle } });
    const touch = fixture.repository.touch.bind(fixture.repository);
    fixture.repository.touch = (...args) => {
      void Promise.reject(new Error("the store's own"));
      return touch(...args);
    };
    const seen = nextRejection();
    await fixture.create('renewing');
    fixture.runner.start();
    await seen;
    await fixture.runner.stop();
    expect(logger.messages('error')).to.have.length(1);
  });
});
