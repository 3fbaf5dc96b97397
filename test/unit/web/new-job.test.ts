import { expect } from 'chai';
import { changesOf } from '../../../src/interfaces/web/client/new-job/changes.js';
import { bodyOf, EMPTY_DRAFT } from '../../../src/interfaces/web/client/new-job/draft.js';
import { draftFaults } from '../../../src/interfaces/web/client/new-job/draft-faults.js';
import { paletteItems } from '../../../src/interfaces/web/client/frame/palette-items.js';
import { completedShortcut } from '../../../src/interfaces/web/client/frame/shortcuts.js';
import { isSilent, workerTree } from '../../../src/interfaces/web/client/workers/worker-tree.js';

const UTC = { timeZone: 'UTC', hour12: false };
const NOW = Date.parse('2026-11-30T12:00:00Z');

describe('the body of a new job', () => {
  it('has the payload as it was typed, and leaves out what has a default', () => {
    expect(bodyOf({ ...EMPTY_DRAFT, type: 'a', payload: '{"n": 12345678901234567890}' }, UTC, NOW)).to.equal(
      '{"type":"a","payload":{"n": 12345678901234567890}}',
    );
  });

  it('has the rest where it is given', () => {
    const draft = {
      ...EMPTY_DRAFT,
      type: 'a',
      payload: ' ',
      priority: '-5',
      maxAttempts: '1',
      when: 'in',
      delay: '10m',
      key: 'k',
    } as const;
    expect(JSON.parse(bodyOf(draft, UTC, NOW))).to.deep.equal({
      type: 'a',
      payload: {},
      priority: -5,
      max_attempts: 1,
      available_at: '2026-11-30T12:10:00.000Z',
      idempotency_key: 'k',
    });
    const at = { ...draft, when: 'at', at: '2026-12-01T00:30' } as const;
    expect(JSON.parse(bodyOf(at, { timeZone: 'Asia/Tehran', hour12: false }, NOW))).to.include({
      available_at: '2026-11-30T21:00:00.000Z',
    });
  });
});

describe('the faults of a draft', () => {
  const faults = (part: Partial<typeof EMPTY_DRAFT>) =>
    Object.keys(draftFaults({ ...EMPTY_DRAFT, type: 'a', ...part }, undefined));

  it('are none where there are none', () => {
    expect(faults({})).to.deep.equal([]);
    expect(faults({ payload: '', priority: '0', maxAttempts: '2147483647' })).to.deep.equal([]);
  });

  it('belong to their fields', () => {
    const bad = {
      type: '',
      payload: 'null',
      priority: '32768',
      maxAttempts: '0',
      when: 'in',
      delay: 'soon',
      key: 'x'.repeat(256),
    } as const;
    expect(faults(bad)).to.deep.equal([
      'type',
      'payload',
      'priority',
      'max_attempts',
      'available_at',
      'idempotency_key',
    ]);
    expect(faults({ priority: '1.5', when: 'at' })).to.deep.equal(['priority', 'available_at']);
  });

  it('tell the place in the payload, or what its schema says', () => {
    const schema = { type: 'object', required: ['to'] };
    const type = { type: 'a', registered: true, payload_schema: schema, example: null };
    expect(draftFaults({ ...EMPTY_DRAFT, type: 'a', payload: '{\n"x"}' }, type).payload?.[0]).to.match(
      /^line 2, column 4: /,
    );
    expect(draftFaults({ ...EMPTY_DRAFT, type: 'a' }, type).payload).to.deep.equal(['to: is missing']);
  });
});

describe('what was changed', () => {
  it('is told by field and line', () => {
    const before = { ...EMPTY_DRAFT, type: 'a', payload: '{\n  "a": 1,\n  "b": 2\n}' };
    expect(changesOf(before, before)).to.deep.equal([]);
    expect(changesOf(before, { ...before, priority: '7', payload: '{\n  "a": 9,\n  "b": 2\n}' })).to.deep.equal([
      { field: 'payload', removed: ['  "a": 1,'], added: ['  "a": 9,'] },
      { field: 'priority', removed: [''], added: ['7'] },
    ]);
  });
});

describe('the palette', () => {
  it('leads from an id to its job', () => {
    const id = '01A22E09-c24f-73ff-a73f-0d4c9ea13198';
    expect(paletteItems(` ${id} `, [])[0]?.href).to.equal(`/jobs/${id.toLowerCase()}`);
  });

  it('finds pages, types and searches', () => {
    const hrefs = (text: string) => paletteItems(text, ['mail.send', 'report']).map(({ href }) => href);
    expect(hrefs('work')).to.deep.equal(['/workers', '/jobs?type=work']);
    expect(hrefs('MAIL')).to.deep.equal(['/jobs?type=mail.send', '/jobs?type=MAIL']);
    expect(hrefs('a1b2')).to.deep.equal(['/jobs?id=a1b2', '/jobs?type=a1b2']);
    expect(hrefs('a&b')).to.deep.equal(['/jobs?type=a%26b']);
  });
});

describe('shortcuts', () => {
  const names = ['g j', 'j', 'x'];

  it('are one key, or two soon after each other', () => {
    expect(completedShortcut(names, undefined, 'j', 0)).to.equal('j');
    expect(completedShortcut(names, { key: 'g', at: 0 }, 'j', 500)).to.equal('g j');
    expect(completedShortcut(names, { key: 'g', at: 0 }, 'j', 1500)).to.equal('j');
    expect(completedShortcut(names, undefined, 'q', 0)).to.equal(undefined);
  });
});

describe('workers', () => {
  const worker = (host: string | null, pid: number | null, more = {}) =>
    ({ host, pid, job: null, last_event_at: null, ...more }) as never;

  it('are grouped by host and process, in the order in which they come', () => {
    const tree = workerTree([worker('b', 1), worker('a', 2), worker('b', 3), worker('b', 1), worker(null, null)]);
    expect(
      tree.map(({ host, processes }) => [host, processes.map(({ pid, workers }) => [pid, workers.length])]),
    ).to.deep.equal([
      [
        'b',
        [
          [1, 2],
          [3, 1],
        ],
      ],
      ['a', [[2, 1]]],
      [null, [[null, 1]]],
    ]);
  });

  it('are silent when they have a job and gave no sign for two leases', () => {
    const at = '2026-11-30T11:58:59Z';
    expect(isSilent(worker('a', 1, { job: 'j', last_event_at: at }), 30_000, NOW)).to.equal(true);
    expect(isSilent(worker('a', 1, { job: 'j', last_event_at: at }), 31_000, NOW)).to.equal(false);
    expect(isSilent(worker('a', 1, { last_event_at: at }), 30_000, NOW)).to.equal(false);
  });
});
