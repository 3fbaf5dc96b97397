import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Handler, JsonSchema } from '../../application/ports/handler.js';
import { type JobTypeDetails, JobTypes } from '../../application/ports/job-types.js';
import type { JsonValue } from '../../domain/json.js';
import { type HandlerMap, InvalidHandlersError } from './handler-map.js';
import { thrownReason } from './thrown-reason.js';

/** The handlers that this process has loaded, by job type. A map knows no inherited keys: `constructor` is no type. */
export class HandlerRegistry extends JobTypes {
  readonly #handlers: HandlerMap;
  readonly #validators = new Map<string, ValidateFunction>();

  /**
   * @param sources of handlers; where two have the same type, the later one counts
   * @throws InvalidHandlersError naming the type whose `payloadSchema` is no JSON Schema or refuses its `example`
   */
  constructor(...sources: readonly HandlerMap[]) {
    super();
    this.#handlers = new Map(sources.flatMap((source) => [...source]));
    const ajv = new Ajv2020(AJV_OPTIONS);
    for (const [type, { payloadSchema, example }] of this.#handlers) {
      if (payloadSchema !== undefined) this.#validators.set(type, compile(ajv, type, payloadSchema));
      const [problem] = example === undefined ? [] : this.payloadProblems(type, example);
      if (problem !== undefined)
        throw new InvalidHandlersError(`The example of "${type}" does not match its payloadSchema: ${problem}`);
    }
  }

  get(type: string): Handler | undefined {
    return this.#handlers.get(type);
  }

  names(): readonly string[] {
    return [...this.#handlers.keys()];
  }

  details(type: string): JobTypeDetails | undefined {
    return this.#handlers.get(type);
  }

  payloadProblems(type: string, payload: JsonValue): readonly string[] {
    const validate = this.#validators.get(type);
    if (validate === undefined || validate(payload)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) =>
      `${instancePath} ${message ?? 'is not valid'}`.trim(),
    );
  }
}

/** Formats are annotations in draft 2020-12. */
const AJV_OPTIONS = { strictTypes: false, validateFormats: false, logger: false } as const;

function compile(ajv: Ajv2020, type: string, schema: JsonSchema): ValidateFunction {
  try {
    const validate = ajv.compile(schema);
    if ('$async' in validate) throw new Error('asynchronous schemas are not supported');
    // Forgotten at once, so that the schemas of two types may have the same `$id`.
    if (typeof schema === 'object') ajv.removeSchema(schema);
    return validate;
  } catch (error) {
    throw new InvalidHandlersError(`The payloadSchema of "${type}" is not valid: ${thrownReason(error)}`, {
      cause: error,
    });
  }
}
