import type { JsonValue } from '../../domain/json.js';

/** The job types whose handlers this process has loaded, and the rules of their payloads. */
export abstract class JobTypes {
  abstract names(): readonly string[];

  /** What is wrong with `payload` for a job of this type; nothing for a type that is not loaded or has no schema. */
  abstract payloadProblems(type: string, payload: JsonValue): readonly string[];
}
