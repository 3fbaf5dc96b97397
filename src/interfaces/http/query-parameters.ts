import type { FieldErrors } from '../../domain/errors.js';
import { instant, type JsonSchema } from './json-schema.js';
import { invalid, invalidFields } from './problem.js';
import { parseInstant } from './rfc3339.js';
import { allowed, validatorOf } from './validator.js';

/** A query parameter: its schema checks values and documents them. */
export interface Parameter<T extends string | number> {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
  /** Whether an empty value says the same as none. */
  readonly mayBeEmpty: boolean;
  /** @returns undefined if the text breaks a rule. */
  parse(text: string): T | undefined;
}

/** A parameter of text; `T` narrows it where the schema has an `enum`. */
export function textParameter<T extends string>(
  name: string,
  schema: JsonSchema,
  description: string,
  mayBeEmpty = false,
): Parameter<T> {
  const isValid = validatorOf(schema);
  return { name, description, schema, mayBeEmpty, parse: (text) => (isValid(text) ? (text as T) : undefined) };
}

/**
 * A parameter of decimal digits, nothing else. More than `most` is allowed and counts as `most`; so that is no maximum
 * that its schema could name.
 */
export function integerParameter(
  name: string,
  { minimum, most }: { readonly minimum: number; readonly most: number },
  description: string,
): Parameter<number> {
  return {
    name,
    description,
    schema: { type: 'integer', minimum },
    mayBeEmpty: false,
    parse(text) {
      if (!/^[0-9]+$/.test(text)) return undefined;
      const value = Math.min(Number(text), most);
      return value >= minimum ? value : undefined;
    },
  };
}

/** A parameter that is an instant. */
export function instantParameter(name: string, description: string): Parameter<number> {
  return { name, description, schema: instant, mayBeEmpty: false, parse: parseInstant };
}

/** The values of a query, by parameter. */
export interface QueryValues {
  /** The texts of all values, by name, for links that say the same. */
  readonly texts: Readonly<Record<string, string>>;
  get<T extends string | number>(parameter: Parameter<T>): T | undefined;
}

/**
 * Checks the known parameters of a query; unknown ones are ignored.
 *
 * @param found what is wrong with other parts of the query, so that all of it is said at once
 * @throws Problem 400 naming each parameter that is repeated, written with brackets, empty, or against its rule
 */
export function readQuery(
  query: ReadonlyArray<readonly [string, string]>,
  parameters: ReadonlyArray<Parameter<string | number>>,
  found: FieldErrors = {},
): QueryValues {
  const values = new Map<string, string | number>();
  const texts: Record<string, string> = {};
  const errors = new Map(Object.entries(found));
  for (const parameter of parameters) {
    const { name } = parameter;
    const given = query.filter(([key]) => key === name).map(([, value]) => value);
    const [text] = given;
    if (query.some(([key]) => key.startsWith(`${name}[`))) errors.set(name, ['must be written without brackets']);
    else if (given.length > 1) errors.set(name, ['must be given only once']);
    else if (text !== undefined && !(text === '' && parameter.mayBeEmpty)) {
      const value = parameter.parse(text);
      if (value === undefined) errors.set(name, [allowed(parameter.schema)]);
      else {
        values.set(name, value);
        texts[name] = text;
      }
    }
  }
  if (errors.size > 0) throw invalidFields(errors);
  return {
    texts,
    get: <T extends string | number>(parameter: Parameter<T>) => values.get(parameter.name) as T | undefined,
  };
}

/**
 * Splits the part of a URL behind `?` into names and values, as forms write it: `&` between, `+` for a space.
 *
 * @throws Problem 400 on an escape that is cut short or that is not UTF-8
 */
export function parseQuery(raw: string): ReadonlyArray<readonly [string, string]> {
  return raw
    .split('&')
    .filter((piece) => piece !== '')
    .map((piece) => {
      const equals = piece.indexOf('=');
      const [name, value] = equals < 0 ? [piece, ''] : [piece.slice(0, equals), piece.slice(equals + 1)];
      return [decode(name), decode(value)] as const;
    });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalid('query', 'must be percent-encoded UTF-8');
  }
}
