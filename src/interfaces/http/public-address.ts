import type { Request } from 'express';
import type { ApiSettings } from './api-settings.js';
import { hostName } from './host-name.js';
import { contextOf } from './request-context.js';

const PREFIX = /^(\/[\w.~%!$&()*+;=:@-]+)+\/?$/;

/** The address of the application as the client of a request knows it, without a slash at the end. */
export type PublicAddress = (request: Request) => string;

/** `PUBLIC_URL` if set; else what the request says, and what `X-Forwarded-*` says of it if the proxy is trusted. */
export function publicAddress({ publicUrl, trustProxy }: Pick<ApiSettings, 'publicUrl' | 'trustProxy'>): PublicAddress {
  if (publicUrl !== null) {
    const fixed = new URL(publicUrl).href.replace(/\/+$/, '');
    return () => fixed;
  }
  return (request) => {
    const forwarded = (name: string, isValid: (value: string) => boolean) =>
      trustProxy ? firstOf(request.get(name), isValid) : undefined;
    const proto =
      forwarded('X-Forwarded-Proto', (scheme) => /^https?$/i.test(scheme))?.toLowerCase() ?? request.protocol;
    const host = forwarded('X-Forwarded-Host', (name) => hostName(name) !== undefined) ?? ownHost(request);
    const prefix = forwarded('X-Forwarded-Prefix', (path) => PREFIX.test(path))?.replace(/\/$/, '') ?? '';
    return `${proto}://${host}${prefix}${contextOf(request).mountPath}`;
  };
}

/** Proxies in a row list their values from the client's side on. An impossible value counts as none. */
function firstOf(header: string | undefined, isValid: (value: string) => boolean): string | undefined {
  const value = header?.split(',', 1)[0]?.trim();
  return value !== undefined && isValid(value) ? value : undefined;
}

/** HTTP/1.0 need not name a host: then it is the address that was connected to. */
function ownHost(request: Request): string {
  const { host } = request.headers;
  if (host !== undefined && host !== '') return host;
  const { localAddress = '', localPort } = request.socket;
  return `${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}

/** The path in an address, without a slash at the end; '' if there is none. */
export function pathOf(address: string): string {
  return address.replace(/^https?:\/\/[^/]*/i, '');
}
