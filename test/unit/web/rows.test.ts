import { expect } from 'chai';
import type { JobSummary } from '../../../src/interfaces/web/client/api/types.js';
import { jobsCsv } from '../../../src/interfaces/web/client/jobs/csv.js';
import { freezeRows } from '../../../src/interfaces/web/client/jobs/frozen-rows.js';
import { errorGroups } from '../../../src/interfaces/web/client/overview/error-groups.js';
import { nothingConsumes } from '../../../src/interfaces/web/client/overview/nothing-consumes.js';
import { curlPost } from '../../../src/interfaces/web/client/ui/curl.js';

const job = (fields: Partial<JobSummary> = {}): JobSummary => ({
  id: 'a',
  type: 't',
  status: 'failed',
  priority: 50,
  available_at: '2026-11-30T12:00:00.000Z',
  attempts: 1,
  max_attempts: 3,
  idempotency_key: null,
  locked_by: null,
  locked_until: null,
  last_error: '',
  created_at: '2026-11-30T12:00:00.000Z',
  updated_at: '2026-11-30T12:00:00.000Z',
  finished_at: '2026-11-30T12:00:00.000Z',
  ...fields,
});

describe('rows that must not move', () => {
  const row = (id: string, status = 'queued') => ({ id, status });

  it('stay in their places and take what is new of their own', () => {
    const frozen = freezeRows([row('a'), row('b')], [row('c'), row('b', 'running'), row('a')]);
    expect(frozen.rows).to.deep.equal([row('a'), row('b', 'running')]);
    expect([frozen.added, frozen.differs]).to.deep.equal([1, true]);
  });

  it('stay when they are no longer in the list', () => {
    const frozen = freezeRows([row('a'), row('b')], [row('b')]);
    expect(frozen.rows.map(({ id }) => id)).to.deep.equal(['a', 'b']);
    expect([frozen.added, frozen.differs]).to.deep.equal([0, true]);
  });

  it('have nothing to tell while nothing moves', () => {
    expect(freezeRows([row('a')], [row('a', 'failed')])).to.deep.equal({
      rows: [row('a', 'failed')],
      added: 0,
      differs: false,
    });
  });
});

describe('jobs as CSV', () => {
  it('quote what needs it, and let no spreadsheet calculate', () => {
    const csv = jobsCsv([job({ type: 'a,"b"', last_error: '=1+1', idempotency_key: 'x\ny', priority: -5 })]);
    const [names = '', ...rest] = csv.split('\r\n');
    expect(names.split(',')).to.have.length(13);
    expect(rest.join('\r\n')).to.equal(
      'a,"a,""b""",failed,-5,1,3,2026-11-30T12:00:00.000Z,2026-11-30T12:00:00.000Z,2026-11-30T12:00:00.000Z,,,"x\ny",\'=1+1\r\n',
    );
  });
});

describe('what fails now', () => {
  it('is grouped by type and the first line of the error, the most frequent first', () => {
    const jobs = [
      job({ id: '1', last_error: 'A\n at x' }),
      job({ id: '2', last_error: 'B' }),
      job({ id: '3', last_error: 'B\n at y' }),
      job({ id: '4', last_error: 'B', type: 'other' }),
      job({ id: '5', last_error: 'B', finished_at: '2026-11-30T10:00:00.000Z' }),
    ];
    const groups = errorGroups(jobs, Date.parse('2026-11-30T11:00:00Z'));
    expect(groups.map(({ type, error, count, latestId }) => [type, error, count, latestId])).to.deep.equal([
      ['t', 'B', 2, '2'],
      ['t', 'A', 1, '1'],
      ['other', 'B', 1, '4'],
    ]);
  });
});

describe('a queue that nothing consumes', () => {
  const now = Date.parse('2026-11-30T12:00:00Z');
  const stats = (running: number, oldest: string | null) => ({
    total: 5,
    by_status: { queued: 5, running, succeeded: 0, failed: 0 },
    overdue_running: 0,
    retries_pending: 0,
    oldest_queued_at: oldest,
  });
  const seen = (last_event_at: string) => ({ window_seconds: 900, results: [{ last_event_at } as never] });

  it('is seen by jobs that wait while no worker gives a sign', () => {
    expect(nothingConsumes(stats(0, '2026-11-30T11:59:00Z'), undefined, now)).to.equal(true);
    expect(nothingConsumes(stats(0, '2026-11-30T11:59:00Z'), seen('2026-11-30T11:50:00Z'), now)).to.equal(true);
  });

  it('is not one that works, has nothing to do, or has only just got something', () => {
    expect(nothingConsumes(stats(1, '2026-11-30T11:59:00Z'), undefined, now)).to.equal(false);
    expect(nothingConsumes(stats(0, null), undefined, now)).to.equal(false);
    expect(nothingConsumes(stats(0, '2026-11-30T11:59:50Z'), undefined, now)).to.equal(false);
    expect(nothingConsumes(stats(0, '2026-11-30T11:59:00Z'), seen('2026-11-30T11:59:55Z'), now)).to.equal(false);
  });
});

describe('a command', () => {
  it('quotes for the shell', () => {
    expect(curlPost('http://h/api/jobs/', `{"a":"it's"}`)).to.equal(
      `curl 'http://h/api/jobs/' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"a":"it'\\''s"}'`,
    );
    expect(curlPost('http://h/x/')).to.equal(`curl -X POST 'http://h/x/'`);
  });
});
