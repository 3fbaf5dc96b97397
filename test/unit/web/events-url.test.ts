import { expect } from 'chai';
import { eventsSearch, readEventsUrl } from '../../../src/interfaces/web/client/url/events-url.js';

const JOB = '01a22e09-c24f-73ff-a73f-0d4c9ea13198';

describe('the address of the events', () => {
  it('says all of a view', () => {
    const view = { type: 'failed', job_id: JOB, worker: 'host:7:thread-1&x', cursor: 'abc' } as const;
    expect(readEventsUrl(eventsSearch(view))).to.deep.equal({ view, ignored: [] });
    expect(readEventsUrl('')).to.deep.equal({ view: {}, ignored: [] });
    expect(eventsSearch({})).to.equal('');
  });

  it('passes over what is wrong', () => {
    const { view, ignored } = readEventsUrl(`?type=boom&job_id=7&worker=&page=2&__proto__=1&cursor=c`);
    expect(view).to.deep.equal({ cursor: 'c' });
    expect(ignored).to.deep.equal(['type', 'job_id', 'worker', 'page', '__proto__']);
  });
});
