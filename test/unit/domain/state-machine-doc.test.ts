import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { EVENT_TYPES, TRANSITIONS } from '../../../src/domain/job-status.js';

describe('docs/state-machine.md', () => {
  const text = readFileSync(new URL('../../../docs/state-machine.md', import.meta.url), 'utf8');
  const drawn = [...text.matchAll(/^ {2}(\w+) --> (\w+): (\w+)$/gm)].map(([, from, to, event]) => ({
    event,
    from,
    to,
  }));

  it('draws exactly the transitions that the table allows', () => {
    const allowed = Object.entries(TRANSITIONS).map(([event, { from, to }]) => ({ event, from, to }));
    expect(drawn).to.have.deep.members(allowed);
  });

  it('shows every event', () => {
    const shown = new Set([...drawn.map(({ event }) => event), /\[\*\] --> queued: (\w+)/.exec(text)?.[1]]);
    expect([...shown]).to.have.members([...EVENT_TYPES]);
  });
});
