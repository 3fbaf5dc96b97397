/** A JSON Schema (2020-12). The same objects validate requests and make up the OpenAPI document. */
export type JsonSchema = { readonly [keyword: string]: unknown };

export const integer = { type: 'integer' } as const;
export const count = { type: 'integer', minimum: 0 } as const;
export const number = { type: 'number', minimum: 0 } as const;
export const text = { type: 'string' } as const;
export const textOrNull = { type: ['string', 'null'] } as const;
export const uuid = { type: 'string', format: 'uuid' } as const;
export const instant = { type: 'string', format: 'date-time' } as const;
export const instantOrNull = { type: ['string', 'null'], format: 'date-time' } as const;

export function oneOf<const V extends readonly string[]>(values: V) {
  return { type: 'string', enum: values } as const;
}

export function arrayOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

/** An object that has these properties and no others; all of them unless `required` says less. */
export function exactly<const P extends Readonly<Record<string, JsonSchema>>>(
  properties: P,
  required = Object.keys(properties),
) {
  return { type: 'object', properties, required, additionalProperties: false } as const;
}

/** A schema that has a name in the OpenAPI document. */
export function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
