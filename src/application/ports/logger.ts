/** What a log line may carry beside its message. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Structured log lines. Never throws. */
export abstract class Logger {
  abstract debug(message: string, fields?: LogFields): void;
  abstract info(message: string, fields?: LogFields): void;
  abstract warn(message: string, fields?: LogFields): void;
  abstract error(message: string, fields?: LogFields): void;
  /** A logger that adds `fields` to each of its lines. */
  abstract child(fields: LogFields): Logger;
}
