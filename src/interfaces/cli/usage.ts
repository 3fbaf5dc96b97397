import type { CommandName } from './command-line.js';

/** A line of the list of environment variables. */
export interface VariableHelp {
  readonly name: string;
  readonly purpose: string;
  readonly allowed: string;
  readonly shownDefault: string;
}

const HANDLERS = ['--handlers PATH', 'module with the handlers of the job types (JOB_WORKER_HANDLERS)'] as const;
const HELP = ['-h, --help', 'show this'] as const;

const COMMANDS: Readonly<Record<CommandName, { summary: string; options: readonly (readonly [string, string])[] }>> = {
  start: { summary: 'Migrate the database, then run the API and a worker in one process', options: [HANDLERS, HELP] },
  api: { summary: 'Migrate the database, then run the API alone', options: [HANDLERS, HELP] },
  worker: { summary: 'Migrate the database, then run a worker alone', options: [HANDLERS, HELP] },
  migrate: {
    summary: 'Bring the schema of the database up to date',
    options: [
      ['--status', 'only tell which migrations were applied and which are pending'],
      ['--rollback', 'take the latest batch of migrations back; loses what their tables hold'],
      HELP,
    ],
  },
  doctor: {
    summary:
      'Check the database, its schema, and every job with its history; changes nothing. ' +
      'Exit code: 0 healthy, 1 problems found, 2 could not check',
    options: [['--json', 'the report as one JSON document'], HELP],
  },
};

/** The help of one command. */
export function commandUsage(command: CommandName): string {
  const { summary, options } = COMMANDS[command];
  return [
    `Usage: leasehold ${command} [options]`,
    '',
    `${summary}.`,
    '',
    'Options:',
    ...columns(options),
    '',
    'Everything else is set by environment variables: see leasehold --help.',
  ].join('\n');
}

/** The help of the program. */
export function programUsage(variables: readonly VariableHelp[]): string {
  return [
    'Usage: leasehold <command> [options]',
    '',
    'A job queue on the database you already have.',
    '',
    'Commands:',
    ...columns(Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary] as const)),
    '',
    'Options:',
    ...columns([['--version', 'show the version'], HELP]),
    '',
    'Environment variables:',
    ...variables.flatMap(({ name, purpose, allowed, shownDefault }) => [
      `  ${name}`,
      `      ${purpose}`,
      `      ${allowed} (default: ${shownDefault})`,
    ]),
  ].join('\n');
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
}
