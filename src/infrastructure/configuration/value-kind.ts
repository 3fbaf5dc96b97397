import { Ajv, type JSONSchemaType } from 'ajv';
import { isDatabaseUrl } from './database-url.js';

/** A kind of value that a variable can hold: how its text is read, and which values are allowed. */
export interface ValueKind<T> {
  /** Ends the sentence "NAME must be …". */
  readonly allowed: string;
  /** The value of a text, or undefined if it is not allowed. Never guesses: `15s`, ` 5` and `0x10` are no numbers. */
  read(text: string): T | undefined;
}

/** Longest delay of a Node timer in milliseconds, over 24 days. A longer one would fire at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

const WHOLE = /^(0|[1-9]\d*)$/;
const DECIMAL = /^(0|[1-9]\d*)(\.\d+)?$/;
/** Three digits after the point are milliseconds, the finest duration there is. */
const SECONDS = /^(0|[1-9]\d*)(\.\d{1,3})?$/;
const HOST = /^[\w.:%-]+$/;
/** A host, or the absolute path of a folder with a socket. */
const POSTGRES_HOST = /^([\w.:%[\]-]+|\/\S*)$/;
const ALLOWED_HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;
const ORIGIN = /^https?:\/\/[^/?#@\\\s]+$/i;

const ajv = new Ajv({
  formats: {
    'database-url': isDatabaseUrl,
    host: HOST,
    'postgres-host': POSTGRES_HOST,
    'allowed-host': ALLOWED_HOST,
    origin: (text) => ORIGIN.test(text) && URL.canParse(text),
    'public-url': isPublicUrl,
    'time-zone': isTimeZone,
    'trimmed-text': /^\S(.*\S)?$/,
  },
});

/** Compiles the rule; `parse` turns a text of the right form into a value and leaves any other as it is. */
function kind<T>(
  allowed: string,
  schema: JSONSchemaType<T>,
  parse: (text: string) => unknown = (text) => text,
): ValueKind<T> {
  const accepts = ajv.compile<T>(schema);
  return {
    allowed,
    read(text) {
      const value = parse(text);
      return accepts(value) ? value : undefined;
    },
  };
}

const numberIn = (form: RegExp) => (text: string) => (form.test(text) ? Number(text) : text);
const commaList = (text: string) => (text === '' ? [] : text.split(',').map((entry) => entry.trim()));

export const integer = (minimum: number, maximum: number): ValueKind<number> =>
  kind(`a whole number from ${minimum} to ${maximum}`, { type: 'integer', minimum, maximum }, numberIn(WHOLE));

/** A share of the whole, from 0 to 1. */
export const share: ValueKind<number> = kind(
  'a number from 0 to 1',
  { type: 'number', minimum: 0, maximum: 1 },
  numberIn(DECIMAL),
);

/** A duration written in seconds, `1` or `1.5`; its value is in whole milliseconds. */
export const seconds = (minimumMs: number): ValueKind<number> =>
  kind(
    `seconds from ${minimumMs / 1000} to ${MAX_TIMER_MS / 1000}, with at most three decimals`,
    { type: 'integer', minimum: minimumMs, maximum: MAX_TIMER_MS },
    (text) => (SECONDS.test(text) ? Math.round(Number(text) * 1000) : text),
  );

export const flag: ValueKind<boolean> = kind(
  'true or false',
  { type: 'boolean' },
  (text) => ({ true: true, false: false })[text.toLowerCase()] ?? text,
);

/** One of a few words, in upper or lower case. */
export const choice = <const W extends string>(...words: readonly W[]): ValueKind<W> =>
  kind(
    `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`,
    { type: 'string', enum: words } as unknown as JSONSchemaType<W>,
    (text) => text.toLowerCase(),
  );

const text = (allowed: string, format: string): ValueKind<string> =>
  kind(allowed, { type: 'string', minLength: 1, format });

export const databaseUrl = text(
  'a postgres:// or postgresql:// URL (with special characters percent-encoded), sqlite:PATH or memory:',
  'database-url',
);
export const host = text('a host name or an address', 'host');
export const postgresHost = text('a host name, an address or the folder of a socket', 'postgres-host');
export const publicUrl = text('an http:// or https:// URL without user, query or fragment', 'public-url');
export const timeZone = text('the name of a time zone, such as UTC or Europe/Berlin', 'time-zone');
export const trimmedText = text('a text without blanks around it', 'trimmed-text');
export const handlersModule = text(
  'the path of a module whose default export maps job types to handlers (also as --handlers)',
  'trimmed-text',
);
export const shortText: ValueKind<string> = kind('a text of at most 40 characters', { type: 'string', maxLength: 40 });
export const anyText: ValueKind<string> = kind('a text', { type: 'string' });

/** Beside others it would look like a list that holds, and let everybody through. */
const ANY_HOST = { type: 'array', items: { type: 'string', const: '*' }, maxItems: 1 } as const;
const LISTED_HOSTS = { type: 'array', items: { type: 'string', format: 'allowed-host' } } as const;

export const allowedHosts: ValueKind<string[]> = kind(
  'host names or addresses (IPv6 in brackets), perhaps with a port, separated by commas, or * alone',
  { type: 'array', minItems: 1, items: { type: 'string' }, anyOf: [ANY_HOST, LISTED_HOSTS] },
  (list) => commaList(list).map((entry) => entry.toLowerCase()),
);

export const origins: ValueKind<string[]> = kind(
  'origins like https://app.example.org, without a slash at the end, separated by commas',
  { type: 'array', items: { type: 'string', format: 'origin' } },
  commaList,
);

function isPublicUrl(text: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return `${username}${password}${search}${hash}` === '' && !/[?#]/.test(text);
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
