/** What a random test starts from: `PROPERTY_SEED` if it is set, to run a failure again; else another one each time. */
export const PROPERTY_SEED = Number(process.env.PROPERTY_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** For the title of a test that depends on it, so that every report tells how to run it again. */
export const SEEDED = `(PROPERTY_SEED=${PROPERTY_SEED})`;

/** How many cases a random test tries: `PROPERTY_RUNS` for a long search; else few, since other seeds come every time. */
export function propertyRuns(few: number): number {
  return Number(process.env.PROPERTY_RUNS ?? few);
}
