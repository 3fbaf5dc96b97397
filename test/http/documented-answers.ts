import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { openApiDocument } from '../../src/interfaces/http/openapi.js';
import type { Answer } from './http-client.js';

interface Operation {
  readonly responses: Record<string, { readonly headers?: object; readonly content?: Record<string, unknown> }>;
}

const document = JSON.parse(JSON.stringify(openApiDocument('0.0.0'))) as {
  paths: Record<string, Record<string, Operation>>;
};

const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  formats: {
    uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)$/,
    uri: /^https?:\/\/[!-~]+$/,
    'uri-reference': true,
  },
});
ajv.addSchema(document, 'api');

/** Checks an answer against what the OpenAPI document says of its operation and status. */
export function expectDocumented(method: string, target: string, answer: Answer): void {
  expect(answer.headers['x-content-type-options'], 'nosniff').to.equal('nosniff');
  expect(answer.headers['x-request-id'], 'X-Request-Id')
    .to.be.a('string')
    .and.match(/^[!-~]{1,128}$/);
  expect(answer.headers, 'no Express header').not.to.have.property('x-powered-by');
  if (answer.status >= 400 && answer.status !== 503) expectProblem(answer, method);
  const found = operationOf(method, target);
  if (found === undefined) return;
  const documented = found.operation.responses[answer.status];
  expect(documented, `${method} ${target} documents ${answer.status}`).to.be.an('object');
  if (answer.headers['retry-after'] !== undefined) expect(documented?.headers).to.have.property('Retry-After');
  if (method === 'HEAD' || answer.status === 304) return;
  const mediaType = String(answer.headers['content-type']).split(';')[0] ?? '';
  const pointer = [...found.pointer, 'responses', String(answer.status), 'content', mediaType, 'schema']
    .map(escapePointer)
    .join('/');
  if (answer.json !== undefined) expectSchema(`api#/${pointer}`, answer.json, `${method} ${target}`);
}

/** Every error has the same form. */
export function expectProblem(answer: Pick<Answer, 'status' | 'headers' | 'json'>, method = 'GET'): void {
  expect(answer.headers['content-type']).to.equal('application/problem+json');
  if (method === 'HEAD') return;
  expectSchema('api#/components/schemas/Problem', answer.json, 'problem');
  expect(answer.json.status).to.equal(answer.status);
}

function expectSchema(ref: string, value: unknown, subject: string): void {
  const validate = ajv.getSchema(ref);
  if (validate === undefined) throw new Error(`${ref} is not documented`);
  void validate(value);
  expect(validate.errors ?? [], `${subject} keeps ${ref}`).to.deep.equal([]);
}

function operationOf(method: string, target: string): { operation: Operation; pointer: string[] } | undefined {
  const path = target.split('?')[0]?.replace(/\/?$/, '/') ?? '';
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  for (const [template, operations] of Object.entries(document.paths)) {
    const shape = template.replace('{id}', '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}');
    const operation = new RegExp(`^${shape}$`).test(path) ? operations[verb] : undefined;
    if (operation !== undefined) return { operation, pointer: ['paths', template, verb] };
  }
  return undefined;
}

function escapePointer(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
}
