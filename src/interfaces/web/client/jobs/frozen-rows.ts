interface Row {
  readonly id: string;
}

export interface FrozenRows<T> {
  readonly rows: readonly T[];
  /** How many rows would come if the list moved on. */
  readonly added: number;
  /** Whether moving on would change which rows there are, or their order. */
  readonly differs: boolean;
}

/**
 * Rows that must not move: those that are shown stay in their places, with their newest content where there is one.
 *
 * @param shown when the list was stopped
 * @param latest as the server sees it now
 */
export function freezeRows<T extends Row>(shown: readonly T[], latest: readonly T[]): FrozenRows<T> {
  const newest = new Map(latest.map((row) => [row.id, row]));
  const rows = shown.map((row) => newest.get(row.id) ?? row);
  const known = new Set(shown.map(({ id }) => id));
  const added = latest.filter(({ id }) => !known.has(id)).length;
  const differs = shown.length !== latest.length || shown.some(({ id }, index) => latest[index]?.id !== id);
  return { rows, added, differs };
}
