import fc from 'fast-check';
import type { NewJob } from '../../src/domain/new-job.js';
import type { Outcome, SignOfLife } from '../../src/domain/transition.js';

/** Something that is done to a store. `nth` picks a job or a claim among those there are, old and lost ones too. */
export type Command =
  | { readonly do: 'create'; readonly fields: Partial<NewJob> }
  /** The very call that made the nth job, once more. */
  | { readonly do: 'create again'; readonly nth: number }
  | { readonly do: 'claim'; readonly workers: readonly string[]; readonly leaseMs: number }
  | { readonly do: 'settle'; readonly nth: number; readonly outcome: Outcome }
  | { readonly do: 'settle all at once'; readonly outcome: Outcome }
  | { readonly do: 'touch'; readonly nth: number; readonly sign: SignOfLife }
  | { readonly do: 'expire' }
  | { readonly do: 'retry'; readonly nth: number };

/** A lease that has run out when the next command comes, and one that has not. */
export const SHORT_MS = 1;
export const LONG_MS = 3_600_000;

const nth = fc.nat({ max: 50 });
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).map((value) => value.replaceAll('\0', '·'));
const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value).replaceAll('\\u0000', '·')));
const error = text.map((value) => `error ${value}`);

const ending = fc.oneof(
  json.map((result): Outcome => ({ type: 'succeeded', result })),
  error.map((why): Outcome => ({ type: 'failed', error: why })),
);
const outcome = fc.oneof(
  ending,
  fc
    .record({ error, delayMs: fc.constantFrom(0, LONG_MS) })
    .map((retry): Outcome => ({ type: 'retry_scheduled', ...retry })),
);
const sign = fc.oneof(
  fc.constantFrom(SHORT_MS, LONG_MS).map((leaseMs): SignOfLife => ({ type: 'lease_renewed', leaseMs })),
  fc
    .record({ message: text, data: fc.dictionary(text, json, { maxKeys: 2 }) })
    .map((progress): SignOfLife => ({ type: 'progress', ...progress })),
);
const fields = fc.record(
  {
    type: text,
    payload: json.filter((value) => value !== null),
    priority: fc.integer({ min: -1, max: 1 }),
    // Long ago: what is queued anew, which takes the store's now, always comes after it.
    availableAt: fc.nat({ max: 3 }),
    maxAttempts: fc.integer({ min: 1, max: 3 }),
    idempotencyKey: fc.option(fc.constantFrom('a', 'b', 'c')),
  },
  { requiredKeys: ['availableAt'] },
);

export const commands: fc.Arbitrary<readonly Command[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fields.map((wanted): Command => ({ do: 'create', fields: wanted })) },
    { weight: 1, arbitrary: nth.map((place): Command => ({ do: 'create again', nth: place })) },
    {
      weight: 5,
      arbitrary: fc
        .record({
          workers: fc.uniqueArray(fc.constantFrom('w1', 'w2', 'w3'), { minLength: 1 }),
          leaseMs: fc.constantFrom(SHORT_MS, LONG_MS),
        })
        .map((claim): Command => ({ do: 'claim', ...claim })),
    },
    { weight: 5, arbitrary: fc.record({ nth, outcome }).map((it): Command => ({ do: 'settle', ...it })) },
    { weight: 1, arbitrary: ending.map((it): Command => ({ do: 'settle all at once', outcome: it })) },
    { weight: 4, arbitrary: fc.record({ nth, sign }).map((it): Command => ({ do: 'touch', ...it })) },
    { weight: 2, arbitrary: fc.constant<Command>({ do: 'expire' }) },
    { weight: 2, arbitrary: nth.map((place): Command => ({ do: 'retry', nth: place })) },
  ),
  { minLength: 5, maxLength: 30, size: 'max' },
);
