import type { Request } from 'express';
import type { ApiSettings } from '../http/api-settings.js';
import { pathOf, publicAddress } from '../http/public-address.js';

/** Where the page's relative addresses start from, as an attribute of `<base>`; ends with a slash. */
export type BaseHref = (request: Request) => string;

/**
 * The path of the application as the browser knows it. Where a setting tells it, that is said. Else the address is
 * relative to the one that was asked for, which holds under any prefix, even one that a proxy strips silently.
 */
export function baseHref(settings: Pick<ApiSettings, 'publicUrl' | 'trustProxy'>): BaseHref {
  if (settings.publicUrl !== null || settings.trustProxy) {
    const address = publicAddress(settings);
    return (request) => `${pathOf(address(request))}/`;
  }
  return relativeBase;
}

function relativeBase({ originalUrl, baseUrl }: Request): string {
  const [path = ''] = originalUrl.split('?', 1);
  const below = path.slice(baseUrl.length);
  // Mounted in another application, whose own path was asked for without a slash.
  if (below === '') return `./${path.slice(path.lastIndexOf('/') + 1)}/`;
  return '../'.repeat(below.split('/').length - 2) || './';
}
