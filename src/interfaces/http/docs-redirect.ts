import { type RequestHandler, Router } from 'express';
import { type Endpoint, mountEndpoint } from './endpoint.js';

/** Leads from the root, which has nothing of its own to show, to the documentation. Relative, for any prefix. */
export function docsRedirect(): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true });
  const root = {
    path: '/',
    GET: (_request, response) => {
      response.status(302).set({ Location: 'api/docs/', 'Cache-Control': 'no-store' }).end();
    },
  } satisfies Endpoint;
  // Nothing unsafe can be done here, so there is no origin to check.
  mountEndpoint(router, root, () => {});
  return router;
}
