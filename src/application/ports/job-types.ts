import type { JsonValue } from '../../domain/json.js';
import type { JsonSchema } from './handler.js';

/** What is known of the payloads of one type; undefined where its handler does not say. */
export interface JobTypeDetails {
  readonly payloadSchema: JsonSchema | undefined;
  readonly example: JsonValue | undefined;
}

/** The job types whose handlers this process has loaded, and the rules of their payloads. */
export abstract class JobTypes {
  abstract names(): readonly string[];

  /** @returns undefined for a type that is not loaded */
  abstract details(type: string): JobTypeDetails | undefined;

  /** What is wrong with `payload` for a job of this type; nothing for a type that is not loaded or has no schema. */
  abstract payloadProblems(type: string, payload: JsonValue): readonly string[];
}
