/** What keys do, by the key or by two in a row, e.g. `g j`. */
export type Shortcuts = Readonly<Record<string, () => void>>;

/** How long the second key of a pair may take. */
const PAIR_MS = 1_000;

/** The key that was pressed before, and when. */
export interface Pending {
  readonly key: string;
  readonly at: number;
}

/** The name of the shortcut that a key completes, given those that exist; undefined if none. */
export function completedShortcut(
  names: readonly string[],
  pending: Pending | undefined,
  key: string,
  at: number,
): string | undefined {
  const pair = pending !== undefined && at - pending.at < PAIR_MS ? `${pending.key} ${key}` : undefined;
  return names.find((name) => name === pair) ?? names.find((name) => name === key);
}
