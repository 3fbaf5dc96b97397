import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from '../../application/ports/logger.js';

/** What is known of a request before it is routed. */
export interface RequestContext {
  readonly id: string;
  readonly path: string;
  /** The undecoded text behind `?`, or ''. */
  readonly rawQuery: string;
  /** Where the application is mounted inside another one, or ''. */
  readonly mountPath: string;
  /** Its lines carry the id of the request. */
  readonly logger: Logger;
}

const contexts = new WeakMap<Request, RequestContext>();

export function contextOf(request: Request): RequestContext {
  const context = contexts.get(request);
  if (context === undefined) throw new Error('The request was not opened');
  return context;
}

const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

/** Gives each request its id, its context and its line in the access log. */
export function openRequest(logger: Logger): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const startedAt = performance.now();
    const given = request.get('X-Request-Id') ?? '';
    const id = REQUEST_ID.test(given) ? given : randomUUID();
    const [path = '', ...query] = request.url.split('?');
    const ownLogger = logger.child({ request_id: id });
    contexts.set(request, { id, path, rawQuery: query.join('?'), mountPath: request.baseUrl, logger: ownLogger });
    response.setHeader('X-Request-Id', id);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.once('close', () => {
      const ms = Math.round(performance.now() - startedAt);
      const status = response.writableFinished ? response.statusCode : 'aborted';
      ownLogger.debug('Request', { method: request.method, path, status, ms });
    });
    next();
  };
}
