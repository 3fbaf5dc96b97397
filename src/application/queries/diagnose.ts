import type { Instant } from '../../domain/job.js';
import type { Inspection, TableUpkeep } from '../ports/inspection.js';
import { auditHistories } from './audit-histories.js';

/** Something that an operator should know; a `warning` does not make the queue unhealthy. */
export interface Finding {
  readonly level: 'problem' | 'warning';
  readonly message: string;
  /** How many cases there are, and the ids of the first few jobs; absent where it is not about jobs. */
  readonly jobs?: { readonly count: number; readonly examples: readonly string[] };
}

/** One subject that was looked at; without findings all is well. */
export interface Check {
  readonly name: 'migrations' | 'schema' | 'upkeep' | 'clock' | 'jobs';
  /** What was looked at, in few words. */
  readonly subject: string;
  readonly findings: readonly Finding[];
}

/** Which migrations the database has, and which this program wants. */
export interface Ledger {
  status(): Promise<{
    readonly applied: readonly string[];
    readonly pending: readonly string[];
    readonly unknown: readonly string[];
  }>;
}

export interface DiagnosisSettings {
  /** A lease that ended longer ago should have been taken back: lease and cleanup interval together. */
  readonly stuckAfterMs: number;
  /** The clock of this host. */
  readonly hostNow: () => Instant;
}

/** Clocks of other hosts never matter to the queue, but their log lines will not fit its instants. */
const MAX_CLOCK_DIFFERENCE_MS = 1_000;
/** Below, a table is cleared in an instant however dead it is. */
const MIN_DEAD_ROWS = 10_000;
const MAX_DEAD_SHARE = 0.3;

/** Whether the database, its schema and every row are as they must be. Changes nothing. */
export class Diagnose {
  constructor(
    private readonly inspection: Inspection,
    private readonly ledger: Ledger,
    private readonly settings: DiagnosisSettings,
  ) {}

  /** Without a schema nothing else is looked at. */
  async execute(): Promise<readonly Check[]> {
    const { applied, pending, unknown } = await this.ledger.status();
    const findings = [
      ...pending.map((name) => problem(`${name} is not applied`)),
      ...unknown.map((name) => problem(`${name} was applied by a newer version`)),
    ];
    const migrations: Check = { name: 'migrations', subject: `${applied.length} applied`, findings };
    if (applied.length === 0 && pending.length > 0) return [migrations];
    return [migrations, await this.#schema(), await this.#upkeep(), await this.#clock(), await this.#jobs()];
  }

  async #schema(): Promise<Check> {
    const { missing, invalid } = await this.inspection.schemaFaults();
    const findings = [
      ...missing.map((name) => problem(`${name} is missing`)),
      ...invalid.map((name) => problem(`${name} is there but not in force`)),
    ];
    return { name: 'schema', subject: 'indexes, constraints and triggers', findings };
  }

  async #upkeep(): Promise<Check> {
    const tables = await this.inspection.upkeep();
    return { name: 'upkeep', subject: 'autovacuum and dead rows', findings: tables.flatMap(upkeepFindings) };
  }

  async #clock(): Promise<Check> {
    const before = this.settings.hostNow();
    const storeNow = await this.inspection.now();
    const after = this.settings.hostNow();
    // The store looked at its clock at some moment in between.
    const differenceMs = storeNow < before ? storeNow - before : Math.max(0, storeNow - after);
    const isFar = Math.abs(differenceMs) > MAX_CLOCK_DIFFERENCE_MS;
    const way = differenceMs > 0 ? 'ahead of' : 'behind';
    const message = `The clock of the database is ${Math.abs(differenceMs)} ms ${way} that of this host`;
    return { name: 'clock', subject: 'database and host', findings: isFar ? [{ level: 'warning', message }] : [] };
  }

  async #jobs(): Promise<Check> {
    const stuckBefore = (await this.inspection.now()) - this.settings.stuckAfterMs;
    const { jobs, events, faults } = await auditHistories(this.inspection, stuckBefore);
    const findings = [...faults].map(([message, faulty]) => ({ ...problem(message), jobs: faulty }));
    return { name: 'jobs', subject: `${jobs} jobs, ${events} events`, findings };
  }
}

function problem(message: string): Finding {
  return { level: 'problem', message };
}

function upkeepFindings({ table, hasAutovacuum, liveRows, deadRows }: TableUpkeep): readonly Finding[] {
  const share = deadRows / Math.max(1, liveRows + deadRows);
  const isBloated = deadRows >= MIN_DEAD_ROWS && share > MAX_DEAD_SHARE;
  const message = `${Math.round(share * 100)} % of the rows of ${table} are dead: vacuum has not come yet, or something keeps it away`;
  return [
    ...(hasAutovacuum ? [] : [problem(`Autovacuum is off for ${table}`)]),
    ...(isBloated ? [{ level: 'warning', message } as const] : []),
  ];
}
