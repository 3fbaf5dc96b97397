import type { ValueKind } from './value-kind.js';

/** One environment variable: what it is for, what it may hold, and what holds when it is not set. */
export interface Setting<T = unknown> {
  readonly name: string;
  readonly kind: ValueKind<T>;
  /** The text that holds when the variable is not set; undefined: nothing does. */
  readonly fallback: string | undefined;
  /** How the documentation writes the default, where it is not just the fallback. */
  readonly shownDefault?: string;
  readonly purpose: string;
}

/** A setting that always has a value. */
export interface DefaultedSetting<T> extends Setting<T> {
  readonly fallback: string;
}

/** A setting that may have none. */
export interface OptionalSetting<T> extends Setting<T> {
  readonly fallback: undefined;
}

export function setting<T>(
  name: string,
  kind: ValueKind<T>,
  fallback: string,
  purpose: string,
  shownDefault?: string,
): DefaultedSetting<T> {
  return { name, kind, fallback, purpose, ...(shownDefault === undefined ? {} : { shownDefault }) };
}

export function optionalSetting<T>(
  name: string,
  kind: ValueKind<T>,
  purpose: string,
  shownDefault = 'none',
): OptionalSetting<T> {
  return { name, kind, fallback: undefined, purpose, shownDefault };
}
