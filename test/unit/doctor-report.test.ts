import { expect } from 'chai';
import type { Inspection } from '../../src/application/ports/inspection.js';
import { Diagnose } from '../../src/application/queries/diagnose.js';
import { InMemoryInspection } from '../../src/infrastructure/persistence/in-memory-inspection.js';
import { InMemoryJobTable } from '../../src/infrastructure/persistence/in-memory-job-table.js';
import { doctorReport } from '../../src/interfaces/cli/doctor.js';

const NOW = 1_000_000;

/** The report on an empty store that tells what a test wants it to tell. */
async function reportOn(told: Partial<Inspection>, asJson = false) {
  const inspection = Object.assign(new InMemoryInspection(new InMemoryJobTable()), { now: async () => NOW }, told);
  const ledger = { status: async () => ({ applied: ['001'], pending: [], unknown: [] }) };
  const settings = { stuckAfterMs: 0, hostNow: () => NOW };
  return doctorReport(await new Diagnose(inspection, ledger, settings).execute(), asJson);
}

const table = (fields: object) => ({
  upkeep: async () => [{ table: 'jobs_job', hasAutovacuum: true, liveRows: 0, deadRows: 0, ...fields }],
});

describe('the report of the doctor', () => {
  it('has a line for each check when all is well', async () => {
    const { lines, exitCode } = await reportOn({});
    expect(exitCode).to.equal(0);
    expect(lines).to.deep.equal([
      'ok       migrations (1 applied)',
      'ok       schema (indexes, constraints and triggers)',
      'ok       upkeep (autovacuum and dead rows)',
      'ok       clock (database and host)',
      'ok       jobs (0 jobs, 0 events)',
      'healthy',
    ]);
  });

  it('warns of many dead rows, and not of few or of a small share, and stays healthy', async () => {
    const bloated = await reportOn(table({ liveRows: 20_000, deadRows: 20_000 }));
    expect(bloated.lines[2]).to.match(/^warning {2}upkeep: 50 % of the rows of jobs_job are dead/);
    expect(bloated.exitCode).to.equal(0);
    for (const few of [
      { liveRows: 0, deadRows: 9_999 },
      { liveRows: 90_000, deadRows: 20_000 },
    ]) {
      expect((await reportOn(table(few))).lines[2]).to.match(/^ok/);
    }
  });

  it('warns of a database whose clock is ahead or behind', async () => {
    for (const [now, words] of [
      [NOW + 5_000, '5000 ms ahead of'],
      [NOW - 5_000, '5000 ms behind'],
    ] as const) {
      const { lines, exitCode } = await reportOn({ now: async () => now });
      expect(lines[3]).to.equal(`warning  clock: The clock of the database is ${words} that of this host`);
      expect(exitCode).to.equal(0);
    }
  });

  it('ends with 1 for a problem, and names the first few of many jobs', async () => {
    const readHistories: Inspection['readHistories'] = async (reader) => {
      for (let n = 0; n < 7; n += 1)
        reader.event({ id: n, jobId: `job-${n}`, type: 'created', attempt: 0, workerId: null });
    };
    const { lines, exitCode } = await reportOn({ readHistories });
    expect(exitCode).to.equal(1);
    expect(lines.slice(-2)).to.deep.equal([
      'problem  jobs: an event without its job: 7 (job-0, job-1, job-2, job-3, job-4, …)',
      'There are problems',
    ]);
    const json = JSON.parse((await reportOn({ readHistories }, true)).lines.join('\n')) as { healthy: boolean };
    expect(json.healthy).to.equal(false);
  });
});
