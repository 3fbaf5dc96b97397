/** @param sorted ascending numbers, at least one @param share 0.5 for the median */
export function quantile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** Median, least and greatest of some numbers. */
export function spread(numbers) {
  const sorted = Float64Array.from(numbers).sort();
  return { median: quantile(sorted, 0.5), min: sorted[0], max: sorted[sorted.length - 1] };
}

/** A copy in random order. */
export function shuffled(items) {
  const copy = [...items];
  for (let last = copy.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    [copy[last], copy[other]] = [copy[other], copy[last]];
  }
  return copy;
}
