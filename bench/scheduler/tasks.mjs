/** What all libraries run; piscina, tinypool and Leasehold load it as it is. */

export function empty() {}

export function echo(value) {
  return value;
}

/** Keeps a core busy for a given amount of work, not of time: a thread that has to wait for a core takes longer. */
export function burn(rounds) {
  let state = 1;
  for (let round = 0; round < rounds; round += 1) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
  return state;
}

/** Keeps a core busy for a given time. */
export function burnFor(durationMs) {
  const endsAt = performance.now() + durationMs;
  let state = 0;
  while (performance.now() < endsAt) state ^= burn(10_000);
  return state;
}

/** @returns the rounds of `burn` that take so long on an idle core of this machine */
export function calibrate(durationUs) {
  const rounds = 1_000_000;
  let bestMs = Number.POSITIVE_INFINITY;
  for (let trial = 0; trial < 20; trial += 1) {
    const startedAt = performance.now();
    burn(rounds + trial);
    bestMs = Math.min(bestMs, performance.now() - startedAt);
  }
  return Math.round((rounds * durationUs) / (bestMs * 1_000));
}
