/** A part of a WHERE clause and what is bound in it. */
export interface Condition {
  readonly sql: string;
  readonly bindings: readonly unknown[];
}

/** A WHERE clause of all conditions that are given; empty if none is. */
export function where(conditions: readonly (Condition | false)[]): Condition {
  const given = conditions.filter((condition) => condition !== false);
  return {
    sql: given.length === 0 ? '' : `WHERE ${given.map(({ sql }) => sql).join(' AND ')}`,
    bindings: given.flatMap(({ bindings }) => bindings),
  };
}
