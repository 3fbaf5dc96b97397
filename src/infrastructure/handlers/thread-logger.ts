import { type LogFields, Logger } from '../../application/ports/logger.js';
import type { RunningTask } from '../../domain/task.js';
import { plainFields, plainValue } from '../logging/plain-value.js';
import type { HandlerMessage, LogLevel } from './thread-protocol.js';

/** The log of a handler on its thread: lines go to the main thread, whose logger knows where they belong. */
export class ThreadLogger extends Logger {
  constructor(
    private readonly task: RunningTask,
    private readonly common: LogFields,
  ) {
    super();
  }

  debug(message: string, fields?: LogFields): void {
    this.#send('debug', message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.#send('info', message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.#send('warn', message, fields);
  }

  error(message: string, fields?: LogFields): void {
    this.#send('error', message, fields);
  }

  child(fields: LogFields): Logger {
    return new ThreadLogger(this.task, { ...this.common, ...plainFields(fields) });
  }

  /** Only plain values can cross to another thread. */
  #send(level: LogLevel, message: unknown, fields: unknown): void {
    const own = typeof fields === 'object' && fields !== null ? plainFields(fields) : {};
    const line = { kind: 'log', level, message: plainValue(message), fields: { ...this.common, ...own } } as const;
    this.task.post(line satisfies HandlerMessage);
  }
}
