export type { Handler, JobContext, JsonSchema } from './application/ports/handler.js';
export { PermanentError } from './domain/errors.js';
export type { JsonObject, JsonValue } from './domain/json.js';
export { defineHandler, type HandlerOptions } from './interfaces/worker/define-handler.js';
