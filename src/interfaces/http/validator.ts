import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { FieldErrors } from '../../domain/errors.js';
import type { JsonSchema } from './json-schema.js';
import { parseInstant } from './rfc3339.js';
import { isUuid, UUID_PREFIX } from './uuid.js';

/** `ownProperties`: `constructor` is an unknown field like any other. No coercion and no defaults: input is judged as it came. */
const ajv = new Ajv2020({
  allErrors: true,
  ownProperties: true,
  allowUnionTypes: true,
  formats: { 'date-time': (text: string) => parseInstant(text) !== undefined, uuid: isUuid },
});

/** Whether a value keeps the rules of one schema. */
export function validatorOf(schema: JsonSchema): (value: unknown) => boolean {
  return ajv.compile(schema);
}

interface ObjectSchema extends JsonSchema {
  readonly properties: Readonly<Record<string, JsonSchema>>;
}

/** A body can hold 100,000 unknown fields; the answer need not. */
const MAX_FIELDS_NAMED = 100;

/** Finds everything that is wrong with an object: each offending field, with what is allowed in it. */
export function fieldRulesOf(schema: ObjectSchema): (value: object) => FieldErrors {
  const validate = ajv.compile(schema);
  return (value) => {
    if (validate(value)) return {};
    const messages = new Map<string, string[]>();
    for (const error of validate.errors ?? []) {
      const { field, rule } = broken(error, schema);
      if (messages.size < MAX_FIELDS_NAMED) messages.set(field, [rule]);
    }
    // Keeps a field that is called `__proto__`.
    return Object.fromEntries(messages);
  };
}

/** The field that an error speaks of, `a.b` inside of an object of known fields, and what is allowed there. */
function broken({ keyword, params, instancePath }: ErrorObject, schema: JsonSchema): { field: string; rule: string } {
  const { names, schema: found } = fieldAt(instancePath.split('/').slice(1), schema);
  const fieldNamed = (name: unknown) => [...names, String(name)].join('.');
  const known = isObjectSchema(found) ? Object.keys(found.properties) : undefined;
  if (keyword === 'additionalProperties' && known !== undefined)
    return { field: fieldNamed(params.additionalProperty), rule: `is unknown; known are ${known.join(', ')}` };
  if (keyword === 'required') return { field: fieldNamed(params.missingProperty), rule: 'is required' };
  return { field: names.join('.'), rule: allowed(found) };
}

/** The innermost field on a path that a schema has a name for. */
function fieldAt(path: readonly string[], schema: JsonSchema): { names: readonly string[]; schema: JsonSchema } {
  const [name, ...rest] = path;
  const field = name !== undefined && isObjectSchema(schema) ? schema.properties[name] : undefined;
  if (name === undefined || field === undefined) return { names: [], schema };
  const inner = fieldAt(rest, field);
  return { names: [name, ...inner.names], schema: inner.schema };
}

function isObjectSchema(schema: JsonSchema): schema is ObjectSchema {
  return typeof schema.properties === 'object';
}

/** What a schema allows, in words that follow the name of the field. */
export function allowed(schema: JsonSchema): string {
  const types = [schema.type].flat();
  if (schema.pattern === UUID_PREFIX) return 'must be the beginning of a UUID';
  if (Array.isArray(schema.enum)) return `must be one of ${schema.enum.join(', ')}`;
  if (types[0] === 'boolean') return 'must be true or false';
  if (types.includes('object')) return types.length === 1 ? allowedObject(schema) : 'must be any JSON value but null';
  const { minimum, maximum, maxItems, items } = schema;
  if (types[0] === 'array') return `must be a list of at most ${maxItems}, and each ${allowed(items as JsonSchema)}`;
  if (types[0] === 'integer')
    return `must be an integer ${maximum === undefined ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`}`;
  return `must be ${types.includes('null') ? 'null or ' : ''}${allowedText(schema)}`;
}

function allowedObject({ maxProperties }: JsonSchema): string {
  if (maxProperties === undefined) return 'must be an object';
  return `must be an object of at most ${maxProperties} strings, numbers, true, false or null`;
}

function allowedText({ format, minLength, maxLength }: JsonSchema): string {
  if (format === 'date-time') return 'a date and time with a zone (RFC 3339) from 1970-01-01 to 9999-12-31';
  if (format === 'uuid') return 'a UUID';
  return maxLength === undefined ? 'text without NUL' : `a string of ${minLength} to ${maxLength} characters`;
}
