import { format } from 'winston';

type Format = ReturnType<typeof format.printf>;

/** Set by the logger on every record; the rest of a record are the fields of the line. */
interface LogRecord {
  readonly time: string;
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const COLORS: Readonly<Record<string, number>> = { error: 31, warn: 33, info: 32, debug: 36 };

/** One JSON object in a line. A field cannot take the place of `time`, `level` or `message`. */
export const jsonLines: Format = format.printf((info) => {
  const { time, level, message, fields } = info as unknown as LogRecord;
  return JSON.stringify({ time, level, message, ...withoutHead(fields) });
});

/** Lines for a person: time of day, level, message, then the fields; a stack follows on lines of its own. */
export const prettyLines: Format = format.printf((info) => {
  const { time, level, message, fields } = info as unknown as LogRecord;
  const shown = Object.entries(withoutHead(fields)).map(([name, value]) => ` ${name}=${brief(value)}`);
  const stacks = Object.values(fields).flatMap(stackLines);
  const coloredLevel = `\u001b[${COLORS[level] ?? 0}m${level.padEnd(5)}\u001b[0m`;
  return [`${time.slice(11, 23)} ${coloredLevel} ${oneLine(message)}${shown.join('')}`, ...stacks].join('\n');
});

function withoutHead(fields: LogRecord['fields']): Record<string, unknown> {
  const { time, level, message, ...others } = fields;
  const moved = Object.entries({ field_time: time, field_level: level, field_message: message });
  return { ...others, ...Object.fromEntries(moved.filter(([, value]) => value !== undefined)) };
}

function brief(value: unknown): string {
  if (isErrorCopy(value)) return JSON.stringify(value.message);
  return typeof value === 'string' && /^[\w.:/@-]+$/.test(value) ? value : JSON.stringify(value);
}

/** The stack of an error and those of its causes. */
function stackLines(value: unknown): string[] {
  if (!isErrorCopy(value)) return [];
  const causes = stackLines(value.cause).map((line, index) => (index === 0 ? `caused by ${line}` : line));
  return [...value.stack.split('\n'), ...causes].map(visible);
}

function isErrorCopy(value: unknown): value is { message: string; stack: string; cause?: unknown } {
  return (
    typeof value === 'object' && value !== null && 'message' in value && typeof Reflect.get(value, 'stack') === 'string'
  );
}

function oneLine(text: string): string {
  return visible(text.replaceAll('\n', '\\n'));
}

/** Control characters, which could forge lines or drive the terminal, written out. */
function visible(text: string): string {
  return text.replace(/\p{Cc}/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
