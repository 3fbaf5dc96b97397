import { createHash } from 'node:crypto';

/** A plan that was made while a table was small is wrong when it has grown: so long it may be wrong. */
const MAX_PLAN_AGE_MS = 1_000;

/**
 * What the database says where a prepared statement is not the one that it should be: not there, there already, or made
 * for another form of a table. In each case nothing was executed.
 */
const UNUSABLE_SQLSTATE = /^(26000|42P05|0A000)$/;

/**
 * Lets the connections of PostgreSQL keep the plans of our statements: planning one takes longer than carrying it out for
 * a few jobs. Behind a pooler that hands the connections of the database around, prepared statements may be missing or
 * be there already; from the first such answer on, no plans are kept.
 */
export class KeptPlans {
  #isOn = true;
  readonly #names = new Map<string, string>();
  readonly #freshUntil = new WeakMap<object, number>();

  /** The name under which a statement is prepared: of its text, since another version of the program may share it. */
  nameOf(sql: string): string | undefined {
    if (!this.#isOn) return undefined;
    const known = this.#names.get(sql);
    if (known !== undefined) return known;
    const name = `leasehold_${createHash('sha256').update(sql).digest('hex').slice(0, 16)}`;
    this.#names.set(sql, name);
    return name;
  }

  /** Whether the plans of a connection are to be made anew now. */
  areStale(connection: object): boolean {
    const now = performance.now();
    const freshUntil = this.#freshUntil.get(connection);
    if (freshUntil !== undefined && now < freshUntil) return false;
    this.#freshUntil.set(connection, now + MAX_PLAN_AGE_MS);
    return freshUntil !== undefined;
  }

  /** @returns whether `error` says that prepared statements cannot be relied on; none are used from then on */
  giveUpAfter(error: unknown): boolean {
    if (!(error instanceof Error && 'code' in error && UNUSABLE_SQLSTATE.test(String(error.code)))) return false;
    this.#isOn = false;
    return true;
  }
}
