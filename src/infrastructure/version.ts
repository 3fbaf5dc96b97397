import { readFileSync } from 'node:fs';

/** The version in package.json, which is two levels up from here in the source and in the build. */
export function programVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { readonly version: string };
  return version;
}
