import { expect } from 'chai';
import { logUnhandledRejections } from '../../../src/interfaces/worker/unhandled-rejections.js';
import { RecordingLogger } from '../../support/recording-logger.js';

describe('logUnhandledRejections', () => {
  it('logs a floating rejection and lets the process live, until it is taken away', async () => {
    const others = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    const logger = new RecordingLogger();
    const takeAway = logUnhandledRejections(logger);
    try {
      const seen = new Promise((resolve) => process.once('unhandledRejection', resolve));
      void Promise.reject(new Error('forgotten'));
      await seen;
      expect(logger.messages('error')).to.have.length(1);
      expect(logger.lines[0]?.fields.error).to.have.property('message', 'forgotten');
    } finally {
      takeAway();
      expect(process.listenerCount('unhandledRejection')).to.equal(0);
      for (const other of others) process.on('unhandledRejection', other);
    }
  });
});
