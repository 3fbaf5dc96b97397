import type { DefaultedSetting, OptionalSetting, Setting } from './setting.js';

/** Reads settings from an environment and collects what is wrong with it, so that all of it can be said at once. */
export class EnvironmentReader {
  /** One sentence for each bad variable. Never contains a value: it may be a secret. */
  readonly problems: string[] = [];

  constructor(private readonly environment: NodeJS.ProcessEnv) {}

  isSet({ name }: Setting): boolean {
    return this.environment[name] !== undefined;
  }

  /** The value of a variable, or its default if it is not set, or if it is bad (which is then among the problems). */
  value<T>(setting: DefaultedSetting<T>): T {
    const value = this.optional(setting) ?? setting.kind.read(setting.fallback);
    if (value === undefined) throw new Error(`The default of ${setting.name} is not allowed`);
    return value;
  }

  /** The value of a variable, or undefined if it is not set, or if it is bad (which is then among the problems). */
  optional<T>({ name, kind }: OptionalSetting<T> | DefaultedSetting<T>): T | undefined {
    const text = this.environment[name];
    if (text === undefined) return undefined;
    const value = kind.read(text);
    if (value === undefined)
      this.problems.push(`${name} must be ${kind.allowed}${text === '' ? ', and is empty' : ''}`);
    return value;
  }
}
