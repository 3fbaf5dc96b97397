import type { RequestHandler } from 'express';
import type { ApiSettings } from './api-settings.js';
import { listedOrigins } from './origin-rule.js';

const EXPOSED = 'Location, Link, ETag, Age, Retry-After, X-Request-Id, Idempotent-Replayed';
const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type, Idempotency-Key, X-Request-Id, If-None-Match',
  'Access-Control-Max-Age': '600',
};

/** Tells browsers that pages of the listed origins may read the answers. Refusing others is not done here. */
export function cors({ corsAllowedOrigins }: Pick<ApiSettings, 'corsAllowedOrigins'>): RequestHandler {
  const isListed = listedOrigins(corsAllowedOrigins);
  return ({ headers, method }, response, next) => {
    if (corsAllowedOrigins.length > 0) response.vary('Origin');
    if (headers.origin !== undefined && isListed(headers.origin)) {
      response.set({ 'Access-Control-Allow-Origin': headers.origin, 'Access-Control-Expose-Headers': EXPOSED });
      if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) response.set(PREFLIGHT);
    }
    next();
  };
}
