import { Logger } from '../../src/application/ports/logger.js';

/** A logger for tests that look elsewhere. */
export class SilentLogger extends Logger {
  debug(): void {}
  info(): void {}
  warn(): void {}
  error(): void {}
  child(): Logger {
    return this;
  }
}
