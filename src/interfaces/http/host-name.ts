const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{0,5})?$/i;

/** The name or address in a `host[:port]`, in lower case; undefined if the text is no such thing. */
export function hostName(host: string): string | undefined {
  return HOST.exec(host)?.[1]?.toLowerCase();
}
