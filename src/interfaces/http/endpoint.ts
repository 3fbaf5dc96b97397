import type { Request, RequestHandler, Response, Router } from 'express';
import type { OriginRule } from './origin-rule.js';
import { Problem } from './problem.js';
import { parseQuery } from './query-parameters.js';
import { contextOf } from './request-context.js';
import { isUuid } from './uuid.js';

/** Names and values of a decoded query, in their order. */
export type Query = ReadonlyArray<readonly [string, string]>;

export type Handler = (request: Request, response: Response, query: Query) => void | Promise<void>;

/** A path of the API and what can be done with it. A parameter `:id` is a UUID. */
export interface Endpoint {
  readonly path: string;
  readonly GET?: Handler;
  readonly POST?: Handler;
}

/**
 * Adds an endpoint to a router. The order of the checks is part of the API: path, method, origin, query, and then what
 * the handler looks at.
 */
export function mountEndpoint(router: Router, endpoint: Endpoint, checkOrigin: OriginRule): void {
  router.all(endpoint.path, dispatch(endpoint, checkOrigin));
}

function dispatch({ GET, POST }: Endpoint, checkOrigin: OriginRule): RequestHandler {
  const Allow = [...(GET ? ['GET', 'HEAD'] : []), ...(POST ? ['POST'] : []), 'OPTIONS'].join(', ');
  return async (request, response, next) => {
    const { method, params } = request;
    if (typeof params.id === 'string' && !isUuid(params.id)) return next();
    if (method === 'OPTIONS') {
      response.status(204).set({ Allow, 'Cache-Control': 'no-store' }).end();
      return;
    }
    const handler = method === 'POST' ? POST : method === 'GET' || method === 'HEAD' ? GET : undefined;
    if (handler === undefined) throw new Problem(405, `${method} is not possible here.`, { headers: { Allow } });
    if (method === 'POST') checkOrigin(request);
    await handler(request, response, parseQuery(contextOf(request).rawQuery));
  };
}

/** The `:id` of the path, in lower case. */
export function idOf(request: Request): string {
  return String(request.params.id).toLowerCase();
}

/** Answers with what may be kept by the client, but asked for again each time: an unchanged answer is a 304. */
export function sendFresh(response: Response, value: unknown): void {
  response.set('Cache-Control', 'no-cache').json(value);
}
