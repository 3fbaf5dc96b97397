import type { IncomingMessage } from 'node:http';

const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/i;

/**
 * Rewrites a request target in absolute form, as proxies send it, to path and query. Such a target names the host
 * itself, and the `Host` header beside it does not count (RFC 9112). A fragment, which has no business here, is cut.
 */
export function normalizeTarget(request: IncomingMessage): void {
  const [target = ''] = (request.url ?? '').split('#', 1);
  const absolute = ABSOLUTE.exec(target);
  if (absolute !== null) request.headers.host = absolute[1] ?? '';
  const path = absolute?.[2] ?? target;
  request.url = path.startsWith('/') || path === '*' ? path : `/${path}`;
}
