import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { FieldErrors } from '../../domain/errors.js';
import type { JsonSchema } from './json-schema.js';
import { parseInstant } from './rfc3339.js';
import { isUuid } from './uuid.js';

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

/** The top-level field that an error speaks of, and what is allowed there. */
function broken({ keyword, params, instancePath }: ErrorObject, schema: ObjectSchema): { field: string; rule: string } {
  if (keyword === 'additionalProperties') {
    return {
      field: String(params.additionalProperty),
      rule: `is unknown; known are ${Object.keys(schema.properties).join(', ')}`,
    };
  }
  if (keyword === 'required') return { field: String(params.missingProperty), rule: 'is required' };
  const field = instancePath.split('/')[1] ?? '';
  return { field, rule: allowed(schema.properties[field] ?? {}) };
}

/** What a schema allows, in words that follow the name of the field. */
export function allowed(schema: JsonSchema): string {
  const types = [schema.type].flat();
  if (Array.isArray(schema.enum)) return `must be one of ${schema.enum.join(', ')}`;
  if (types.includes('object')) return 'must be any JSON value but null';
  const { minimum, maximum } = schema;
  if (types[0] === 'integer')
    return `must be an integer ${maximum === undefined ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`}`;
  return `must be ${types.includes('null') ? 'null or ' : ''}${allowedText(schema)}`;
}

function allowedText({ format, minLength, maxLength }: JsonSchema): string {
  if (format === 'date-time') return 'a date and time with a zone (RFC 3339) from 1970-01-01 to 9999-12-31';
  if (format === 'uuid') return 'a UUID';
  return maxLength === undefined ? 'text without NUL' : `a string of ${minLength} to ${maxLength} characters`;
}
