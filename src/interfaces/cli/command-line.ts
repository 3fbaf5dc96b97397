import { parseArgs } from 'node:util';

/** What `leasehold migrate` does. */
export type MigrateAction = 'latest' | 'rollback' | 'status';

/** What a command line asks for. */
export type Invocation =
  | { readonly kind: 'serve'; readonly command: 'start' | 'api' | 'worker'; readonly handlersPath: string | undefined }
  | { readonly kind: 'migrate'; readonly command: 'migrate'; readonly action: MigrateAction }
  | { readonly kind: 'doctor'; readonly command: 'doctor'; readonly asJson: boolean }
  /** `command`: undefined for the program as a whole. */
  | { readonly kind: 'help'; readonly command: CommandName | undefined }
  | { readonly kind: 'version' }
  | { readonly kind: 'mistake'; readonly message: string; readonly command: CommandName | undefined };

export const COMMAND_NAMES = ['start', 'api', 'worker', 'migrate', 'doctor'] as const;

export type CommandName = (typeof COMMAND_NAMES)[number];

const HELP = { help: { type: 'boolean', short: 'h' } } as const;
const SERVE_OPTIONS = { ...HELP, handlers: { type: 'string' } } as const;
const DOCTOR_OPTIONS = { ...HELP, json: { type: 'boolean' } } as const;
const MIGRATE_OPTIONS = { ...HELP, status: { type: 'boolean' }, rollback: { type: 'boolean' } } as const;

/** @param args without the paths of node and the program */
export function parseCommandLine(args: readonly string[]): Invocation {
  const [first, ...rest] = args;
  if (first === '--help' || first === '-h') return { kind: 'help', command: undefined };
  if (first === '--version') return { kind: 'version' };
  const command = COMMAND_NAMES.find((name) => name === first);
  if (command === undefined) return mistake(first === undefined ? 'A command is missing' : `Unknown command ${first}`);
  try {
    return parse(command, rest);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return mistake(error.message, command);
  }
}

function parse(command: CommandName, args: string[]): Invocation {
  switch (command) {
    case 'migrate':
      return parseMigrate(args);
    case 'doctor':
      return parseDoctor(args);
    case 'start':
    case 'api':
    case 'worker':
      return parseServe(command, args);
  }
}

function parseServe(command: 'start' | 'api' | 'worker', args: string[]): Invocation {
  const { values } = parseArgs({ args, options: SERVE_OPTIONS });
  if (values.help === true) return { kind: 'help', command };
  return { kind: 'serve', command, handlersPath: values.handlers };
}

function parseMigrate(args: string[]): Invocation {
  const command = 'migrate';
  const { values } = parseArgs({ args, options: MIGRATE_OPTIONS });
  if (values.help === true) return { kind: 'help', command };
  if (values.status === true && values.rollback === true)
    return mistake('Choose one of --status and --rollback', command);
  if (values.status === true) return { kind: 'migrate', command, action: 'status' };
  return { kind: 'migrate', command, action: values.rollback === true ? 'rollback' : 'latest' };
}

function parseDoctor(args: string[]): Invocation {
  const command = 'doctor';
  const { values } = parseArgs({ args, options: DOCTOR_OPTIONS });
  if (values.help === true) return { kind: 'help', command };
  return { kind: 'doctor', command, asJson: values.json === true };
}

function mistake(message: string, command?: CommandName): Invocation {
  return { kind: 'mistake', message, command };
}
