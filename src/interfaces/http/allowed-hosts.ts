import type { RequestHandler } from 'express';
import type { ApiSettings } from './api-settings.js';
import { hostName } from './host-name.js';
import { Problem } from './problem.js';
import { contextOf } from './request-context.js';

/**
 * Lets requests through that are addressed to a host of ours. This keeps DNS rebinding out: a page of a foreign name
 * that was pointed at this machine. `isOpen` tells the paths that answer under every name.
 */
export function allowedHosts(
  { allowedHosts: allowed }: Pick<ApiSettings, 'allowedHosts'>,
  isOpen: (path: string) => boolean,
): RequestHandler {
  const names = allowed === '*' ? undefined : new Set(allowed.map((name) => name.toLowerCase()));
  return (request, _response, next) => {
    const { host } = request.headers;
    const { path } = contextOf(request);
    if ((request.headersDistinct.host?.length ?? 0) > 1) throw new Problem(400, 'The Host header must be given once.');
    if (host === undefined) {
      // HTTP/1.0 knows no Host, and no browser speaks it.
      if (request.httpVersion !== '1.0') throw new Problem(400, 'The Host header is required.');
    } else if (!isOpen(path)) {
      const name = hostName(host);
      if (name === undefined) throw new Problem(400, 'The Host header is malformed.');
      if (names !== undefined && !names.has(name) && !names.has(host.toLowerCase())) {
        throw new Problem(400, 'This host is not served here; ALLOWED_HOSTS lists those that are.');
      }
    }
    next();
  };
}
