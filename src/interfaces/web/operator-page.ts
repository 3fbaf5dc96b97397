import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { ApiSettings } from '../http/api-settings.js';
import { type Endpoint, mountEndpoint } from '../http/endpoint.js';
import { PAGE_POLICY } from '../http/page-policy.js';
import { Problem } from '../http/problem.js';
import { baseHref } from './base-href.js';
import { CODINGS, type PageFiles, readPageFiles } from './page-files.js';
import { shell } from './shell.js';

const POLICY = `${PAGE_POLICY}; require-trusted-types-for 'script'`;

/** Each view is an address that can be opened by itself; the client tells them apart (`client/app.tsx`). */
const VIEWS = ['/', '/jobs{/}', '/jobs/:job{/}', '/events{/}', '/workers{/}'];

/**
 * The operator's page: one document for all of its views, and the files that the document loads. It is a client of the
 * API under `/api` and has no access of its own.
 */
export function operatorPage(settings: Pick<ApiSettings, 'version' | 'publicUrl' | 'trustProxy'>): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true });
  const base = baseHref(settings);
  let known: PageFiles | undefined;
  const files = () => {
    known ??= readPageFiles();
    if (known === undefined) throw new Problem(503, 'The page is not built; `npm run build` does it.');
    return known;
  };
  const view = {
    GET(request: Request, response: Response) {
      const html = shell(base(request), files().entries, { version: settings.version });
      protect(response, 'no-store').type('html').send(html);
    },
  };
  const asset = {
    path: '/assets/:name',
    GET: (request, response) => sendAsset(request, response, files()),
  } satisfies Endpoint;
  // Nothing unsafe can be done here, so there is no origin to check.
  for (const path of VIEWS) mountEndpoint(router, { path, ...view }, () => {});
  mountEndpoint(router, asset, () => {});
  return router;
}

function sendAsset(request: Request, response: Response, { contents }: PageFiles): void {
  const name = String(request.params.name);
  const file = contents.get(name);
  if (file === undefined) throw new Problem(404, 'There is nothing at this path.');
  const accepted = request.acceptsEncodings(...CODINGS);
  const coding = CODINGS.find((each) => each === accepted) ?? 'identity';
  // The name changes with the content.
  protect(response, 'public, max-age=31536000, immutable').vary('Accept-Encoding').type(name);
  if (coding !== 'identity') response.set('Content-Encoding', coding);
  response.send(file[coding]);
}

function protect(response: Response, caching: string): Response {
  return response.set({
    'Content-Security-Policy': POLICY,
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': caching,
  });
}
