import type { DatabaseLocation } from '../persistence/store.js';

const POSTGRES = /^postgres(ql)?:\/\/\S+$/;
/** A blank at either end of a path is a slip of the pen; SQLite's own `:memory:` would give each connection its own. */
const SQLITE_PATH = /^(?!:memory:$)\S(.*\S)?$/;

/** Where a `DATABASE_URL` points, or undefined if it has none of the known forms. */
export function databaseLocation(url: string): DatabaseLocation | undefined {
  if (url === 'memory:') return { kind: 'memory' };
  if (POSTGRES.test(url)) return URL.canParse(url) ? { kind: 'postgres', url } : undefined;
  const path = url.startsWith('sqlite:') ? sqlitePath(url.slice('sqlite:'.length)) : '';
  return SQLITE_PATH.test(path) ? { kind: 'sqlite', path } : undefined;
}

export function isDatabaseUrl(url: string): boolean {
  return databaseLocation(url) !== undefined;
}

/** `///srv/jobs.db` is absolute, as in a file URL. Two slashes would begin a host, which a file does not have. */
function sqlitePath(path: string): string {
  if (!path.startsWith('//')) return path;
  return path.startsWith('///') ? path.slice(2) : '';
}

export interface PostgresParts {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
}

/** The URL of a PostgreSQL database given in parts. `host` may be a name, an address or the folder of a socket. */
export function postgresUrl({ host, port, database, user, password }: PostgresParts): string {
  const urlHost = host.includes(':') ? `[${host.replace(/^\[|\]$/g, '')}]` : encodeURIComponent(host);
  const credentials = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return `postgres://${credentials}@${urlHost}:${port}/${encodeURIComponent(database)}`;
}
