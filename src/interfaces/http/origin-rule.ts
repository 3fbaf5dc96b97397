import type { Request } from 'express';
import type { ApiSettings } from './api-settings.js';
import { Problem } from './problem.js';

/** @throws Problem 403 for a request that a browser made on behalf of a foreign page */
export type OriginRule = (request: Request) => void;

/**
 * Guards unsafe methods against cross-site requests without tokens. A retry has no body, so a plain form of any page
 * could send it; but browsers say where a request comes from, by `Origin` or, without it, by `Sec-Fetch-Site`. Clients
 * that are no browsers send neither.
 */
export function originRule({
  corsAllowedOrigins,
  publicUrl,
}: Pick<ApiSettings, 'corsAllowedOrigins' | 'publicUrl'>): OriginRule {
  const isListed = listedOrigins(corsAllowedOrigins);
  const publicHost = publicUrl === null ? undefined : new URL(publicUrl).host;
  return (request) => {
    const { origin } = request.headers;
    if (origin === undefined) {
      const site = request.get('Sec-Fetch-Site');
      if (site === undefined || site === 'same-origin' || site === 'none') return;
      throw new Problem(403, 'Requests from pages of other sites are not allowed.');
    }
    if (isListed(origin)) return;
    const url = webOrigin(origin);
    if (url === undefined || (url.host !== publicHost && url.host !== hostFor(url.protocol, request.headers.host))) {
      throw new Problem(403, 'Requests from pages of this origin are not allowed.');
    }
  };
}

/** Whether an `Origin` is one of those listed. */
export function listedOrigins(listed: readonly string[]): (origin: string) => boolean {
  const origins = new Set(listed.map((origin) => origin.toLowerCase()));
  return (origin) => origins.has(origin.toLowerCase());
}

/** A `scheme://host[:port]` of the web; undefined for `null`, a list, or anything with a path. */
function webOrigin(origin: string): URL | undefined {
  if (!/^https?:\/\/[^/?#@\\\s,]+$/i.test(origin) || !URL.canParse(origin)) return undefined;
  return new URL(origin);
}

/** The `Host` header as `URL.host` writes it: lower case, without the port that the scheme has anyway. */
function hostFor(protocol: string, host: string | undefined): string | undefined {
  const url = `${protocol}//${host}`;
  return host !== undefined && URL.canParse(url) ? new URL(url).host : undefined;
}
