import type { Knex } from 'knex';
import { migrationNames, migrationSource } from './migration-source.js';

export type SchemaDialect = 'postgresql' | 'sqlite3';

const NAMED = String.raw`(?:IF (?:NOT )?EXISTS )?(\w+)`;
const MADE = new RegExp(
  [
    `CREATE (?:UNIQUE )?(?<index>INDEX) (?:CONCURRENTLY )?${NAMED}`,
    `CREATE (?:OR REPLACE )?(?:CONSTRAINT )?(?<trigger>TRIGGER) ${NAMED}`,
    String.raw`(?<constraint>CONSTRAINT) (\w+) (?:CHECK|FOREIGN KEY|UNIQUE|PRIMARY KEY|NOT NULL)`,
  ].join('|'),
  'gi',
);
const DROPPED = new RegExp(`DROP (INDEX|TRIGGER|CONSTRAINT) ${NAMED}`, 'gi');

/**
 * The indexes, constraints and triggers that all migrations together leave behind, e.g. `index job_claim_idx`. They are
 * read from the migrations' own statements, which are collected here instead of run; what the database names by itself
 * is not among them.
 */
export async function expectedSchema(dialect: SchemaDialect): Promise<readonly string[]> {
  const expected = new Set<string>();
  for (const statement of await statementsOf(dialect)) {
    const text = statement.replace(/\s+/g, ' ');
    for (const [, kind = '', name = ''] of text.matchAll(DROPPED)) expected.delete(`${kind.toLowerCase()} ${name}`);
    for (const [, ...groups] of text.matchAll(MADE)) {
      const [kind, name] = groups.filter(Boolean);
      expected.add(`${kind?.toLowerCase()} ${name}`);
    }
  }
  return [...expected];
}

async function statementsOf(dialect: SchemaDialect): Promise<readonly string[]> {
  const statements: string[] = [];
  const raw = async (statement: string) => {
    statements.push(statement);
    return { rows: [] }; // a migration may ask where it is
  };
  const collector = { client: { dialect }, raw };
  const migrations = await migrationSource.getMigrations([]);
  for (const named of migrations) {
    const migration = await migrationSource.getMigration(named);
    await migration.up(collector as unknown as Knex);
  }
  if (statements.length < migrationNames.length) throw new Error('A migration gave no statement to read names from');
  return statements;
}
