// Copies what the API documentation page loads out of the development dependency into the build, so that an installed
// package brings it along. The licence and notice of Swagger UI go with it.
import { cp, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FILES = ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE'];

const from = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const to = fileURLToPath(new URL('../dist/interfaces/http/docs-assets/', import.meta.url));

await mkdir(to, { recursive: true });
await Promise.all(FILES.map((name) => cp(join(from, name), join(to, name))));
