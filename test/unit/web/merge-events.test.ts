import { expect } from 'chai';
import type { JobEvent } from '../../../src/interfaces/web/client/api/types.js';
import { mergeEvents, rereadFrom } from '../../../src/interfaces/web/client/history/merge-events.js';

const event = (id: number): JobEvent => ({
  id,
  job: 'j',
  type: 'progress',
  attempt: 1,
  worker_id: null,
  message: '',
  data: '{}',
  created_at: '2026-11-30T12:00:00Z',
});
const events = (...ids: number[]) => ids.map(event);
const idsOf = (feed: { events: readonly JobEvent[] }) => feed.events.map(({ id }) => id);
const NOTHING = { events: [], gapBelow: null };

describe('the live feed', () => {
  it('takes an event that turns up late among those known already', () => {
    const first = mergeEvents(NOTHING, events(9, 7), 200);
    const then = mergeEvents(first, events(10, 9, 8, 7), 200);
    expect(idsOf(then)).to.deep.equal([10, 9, 8, 7]);
    expect(then.gapBelow).to.equal(null);
  });

  it('looks again some hundred ids behind the newest', () => {
    expect(rereadFrom(mergeEvents(NOTHING, events(1000, 2), 200))).to.equal(700);
    expect(rereadFrom(mergeEvents(NOTHING, events(5), 200))).to.equal(0);
    expect(rereadFrom(NOTHING)).to.equal(0);
  });

  it('tells where more came than one look can show', () => {
    const feed = mergeEvents(mergeEvents(NOTHING, events(3, 2, 1), 3), events(20, 19, 18), 3);
    expect(feed.gapBelow).to.equal(18);
    // A full page that reaches what is known leaves nothing out.
    expect(mergeEvents(mergeEvents(NOTHING, events(3), 3), events(5, 4, 3), 3).gapBelow).to.equal(null);
    // The first page is no gap, however full.
    expect(mergeEvents(NOTHING, events(3, 2, 1), 3).gapBelow).to.equal(null);
  });

  it('keeps only so many', () => {
    const many = Array.from({ length: 700 }, (_, index) => event(700 - index));
    const feed = mergeEvents(NOTHING, many, 1000);
    expect(feed.events).to.have.length(500);
    expect(feed.events[0]?.id).to.equal(700);
  });
});
