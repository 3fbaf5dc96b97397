import { expect } from 'chai';
import { newWorkerId } from '../../../src/interfaces/worker/worker-id.js';

describe('newWorkerId', () => {
  it('names host, process and slot, and differs each time', () => {
    const settings = { hostname: 'web-1', pid: 4_711 };
    expect(newWorkerId(settings, 3)).to.match(/^web-1:4711:thread-3:[0-9a-f]{8}$/);
    expect(newWorkerId(settings, 3)).not.to.equal(newWorkerId(settings, 3));
  });

  it('fits its column whatever the host is called', () => {
    const id = newWorkerId({ hostname: `a\0${'😀'.repeat(500)}`, pid: 4_194_304 }, 1_000);
    expect(id.length).to.be.at.most(255);
    expect(id.isWellFormed()).to.equal(true);
    expect(id).not.to.include('\0');
  });
});
