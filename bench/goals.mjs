/**
 * A goal is a `measure` by name, the `values` of all rounds with their `unit`, the `target` as text, and `isMet`, which
 * judges their spread; without a target it is there for comparison only.
 */

/** @param unit of the values; a ratio by default */
export function atLeast(measure, limit, values, unit = '×') {
  if (limit === undefined) return { measure, target: '–', unit, values };
  return {
    measure,
    target: `≥ ${limit.toLocaleString('en')}${unit}`,
    unit,
    values,
    isMet: ({ median }) => median >= limit,
  };
}

/** @param unit of the values; a ratio by default */
export function atMost(measure, limit, values, unit = '×') {
  return { measure, target: `≤ ${limit}${unit}`, unit, values, isMet: ({ median }) => median <= limit };
}

/** What `pick` finds in one measurement, divided by what it finds in another one of the same round. */
export function ratios(figures, own, other, pick) {
  return figures[own].map((figure, round) => pick(figure) / pick(figures[other][round]));
}
