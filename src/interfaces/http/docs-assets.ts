import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The files of Swagger UI that the documentation page loads. */
export const DOCS_ASSETS = ['swagger-ui-bundle.js', 'swagger-ui.css'] as const;

/**
 * The folder that holds {@link DOCS_ASSETS}. The build copies them beside this file, so that an installed package needs
 * no further dependency; when the source runs directly, they are taken from the development dependency.
 */
export function docsAssetsFolder(): string {
  const built = fileURLToPath(new URL('./docs-assets/', import.meta.url));
  if (existsSync(built)) return built;
  return dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
}
