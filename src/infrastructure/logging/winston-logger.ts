import winston from 'winston';
import { type LogFields, Logger } from '../../application/ports/logger.js';
import type { LogLevel } from '../config.js';
import { jsonLines, prettyLines } from './line-formats.js';
import { plainFields } from './plain-value.js';
import { shownValue } from './shown-value.js';

export interface LogSettings {
  /** Least important lines that are written. */
  readonly level: LogLevel;
  readonly format: 'pretty' | 'json';
  /** Where the lines go; its errors are its owner's to handle. */
  readonly output: NodeJS.WritableStream;
}

/** Log lines by way of winston. */
export class WinstonLogger extends Logger {
  private constructor(
    private readonly sink: winston.Logger,
    private readonly level: LogLevel,
    private readonly fields: LogFields,
  ) {
    super();
  }

  static to({ level, format, output }: LogSettings): WinstonLogger {
    const transport = new winston.transports.Stream({ stream: output, eol: '\n' });
    // Levels are checked here and not in winston, so that parts of the program can differ in theirs.
    const sink = winston.createLogger({
      level: 'debug',
      format: format === 'json' ? jsonLines : prettyLines,
      transports: [transport],
    });
    return new WinstonLogger(sink, level, {});
  }

  /** The same log with another least level. */
  withLevel(level: LogLevel): WinstonLogger {
    return new WinstonLogger(this.sink, level, this.fields);
  }

  override debug(message: string, fields?: LogFields): void {
    this.write('debug', message, fields);
  }

  override info(message: string, fields?: LogFields): void {
    this.write('info', message, fields);
  }

  override warn(message: string, fields?: LogFields): void {
    this.write('warn', message, fields);
  }

  override error(message: string, fields?: LogFields): void {
    this.write('error', message, fields);
  }

  override child(fields: LogFields): WinstonLogger {
    // Copied as a whole: a child of a child is not allowed more than its parent.
    return new WinstonLogger(this.sink, this.level, plainFields({ ...this.fields, ...plainFields(fields) }));
  }

  private write(level: LogLevel, message: string, fields: LogFields = {}): void {
    if (RANK[level] > RANK[this.level]) return;
    this.sink.log({
      level,
      message: shownValue(message),
      time: new Date().toISOString(),
      fields: { ...this.fields, ...plainFields(fields) },
    });
  }
}

const RANK: Readonly<Record<LogLevel, number>> = { error: 0, warn: 1, info: 2, debug: 3 };
