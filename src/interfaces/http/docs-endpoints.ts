import type { Response } from 'express';
import { DOCS_ASSETS, docsAssetsFolder } from './docs-assets.js';
import { type Endpoint, sendFresh } from './endpoint.js';
import { openApiDocument } from './openapi.js';
import { PAGE_POLICY } from './page-policy.js';
import { Problem } from './problem.js';
import { type PublicAddress, pathOf } from './public-address.js';

const page = (base: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<base href="${base}">
<title>Leasehold API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="swagger-ui-bundle.js"></script>
<script src="init.js"></script>
</body>
</html>
`;

/** `validatorUrl: null` keeps Swagger UI from sending the document to a validator on the internet. */
const INIT = `if (matchMedia('(prefers-color-scheme: dark)').matches) document.documentElement.classList.add('dark-mode');

SwaggerUIBundle({
  url: new URL('../schema/', document.baseURI).href,
  dom_id: '#swagger-ui',
  layout: 'BaseLayout',
  presets: [SwaggerUIBundle.presets.apis],
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

/** The OpenAPI document. Its server is a path, so that it fits whatever scheme and host the client came by. */
export function schemaEndpoint(version: string, address: PublicAddress): Endpoint {
  return {
    path: '/schema/',
    GET(request, response) {
      sendFresh(response, openApiDocument(version, pathOf(address(request)) || '/'));
    },
  };
}

/** The page that shows the OpenAPI document, and its files. Everything comes from this server. */
export function docsEndpoints(address: PublicAddress): readonly Endpoint[] {
  const root = docsAssetsFolder();
  return [
    {
      path: '/docs/',
      GET(request, response) {
        const base = `${pathOf(address(request))}/api/docs/`;
        protect(response, 'no-store')
          .type('html')
          .send(page(escapeAttribute(base)));
      },
    },
    {
      path: '/docs/init.js',
      GET(_request, response) {
        protect(response, 'no-cache').type('js').send(INIT);
      },
    },
    ...DOCS_ASSETS.map(
      (name): Endpoint => ({
        path: `/docs/${name}`,
        GET(_request, response) {
          protect(response, 'no-cache');
          return sendFile(response, name, root);
        },
      }),
    ),
  ];
}

/** Without ranges: nobody needs a part of these. A client that went away is no error. */
function sendFile(response: Response, name: string, root: string): Promise<void> {
  return new Promise((resolve, reject) => {
    response.sendFile(name, { root, cacheControl: false, acceptRanges: false }, (error?: FileError) => {
      if (error === undefined || error.code === 'ECONNABORTED') resolve();
      else
        reject(error.status === 412 ? new Problem(412, 'The file is another one than the condition asks for.') : error);
    });
  });
}

/** What Express reports of a file that it did not send. */
type FileError = NodeJS.ErrnoException & { readonly status?: number };

function protect(response: Response, caching: string): Response {
  return response.set({
    'Content-Security-Policy': PAGE_POLICY,
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': caching,
  });
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
