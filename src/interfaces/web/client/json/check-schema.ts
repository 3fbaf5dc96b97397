/** The part of JSON Schema that is looked at while typing. The server has the last word, with all of it. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly additionalProperties?: unknown;
  readonly items?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** What is wrong with a value by its schema, e.g. `invoice.id: must be integer`. Keywords not known here are passed over. */
export function schemaFaults(schema: unknown, value: unknown, path = ''): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const known = schema as Schema;
  const own = faultOf(known, value);
  const found = own === undefined ? [] : [path === '' ? `payload ${own}` : `${path}: ${own}`];
  return [...found, ...faultsWithin(known, value, path)];
}

function faultOf(schema: Schema, value: unknown): string | undefined {
  const { minimum, maximum, minLength, maxLength } = schema;
  const types = [schema.type ?? []].flat();
  if (types.length > 0 && !types.some((type) => isOfType(type, value))) return `must be ${types.join(' or ')}`;
  if (schema.enum !== undefined && !schema.enum.some((each) => isSame(each, value))) {
    return `must be one of ${schema.enum.map((each) => JSON.stringify(each)).join(', ')}`;
  }
  if ('const' in schema && !isSame(schema.const, value)) return `must be ${JSON.stringify(schema.const)}`;
  if (typeof value === 'number') {
    if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`;
    if (maximum !== undefined && value > maximum) return `must be at most ${maximum}`;
  }
  if (typeof value === 'string') {
    const { length } = [...value];
    if (minLength !== undefined && length < minLength) return `must have at least ${minLength} characters`;
    if (maxLength !== undefined && length > maxLength) return `must have at most ${maxLength} characters`;
  }
  return undefined;
}

function faultsWithin(schema: Schema, value: unknown, path: string): readonly string[] {
  if (Array.isArray(value))
    return value.flatMap((each, index) => schemaFaults(schema.items, each, `${path}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  const { required = [], properties = {}, additionalProperties } = schema;
  const at = (key: string) => (path === '' ? key : `${path}.${key}`);
  const missing = required.filter((key) => !Object.hasOwn(value, key)).map((key) => `${at(key)}: is missing`);
  const members = Object.entries(value).flatMap(([key, each]) => {
    if (Object.hasOwn(properties, key)) return schemaFaults(properties[key], each, at(key));
    return additionalProperties === false ? [`${at(key)}: is not known`] : [];
  });
  return [...missing, ...members];
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
