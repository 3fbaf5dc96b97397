import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { closeApiServer } from '../http/create-server.js';
import type { Service } from './serve.js';

export interface HttpServiceSettings {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** How long requests under way may take at the end. */
  readonly graceMs: number;
}

/** @param announce is told the address that was really bound */
export function httpService(
  server: Server,
  { host, port, graceMs }: HttpServiceSettings,
  announce: (url: string) => void,
): Service {
  return {
    async start() {
      server.listen({ host: host.replace(/^\[|\]$/g, ''), port });
      await once(server, 'listening');
      announce(addressOf(server));
    },
    stop: () => closeApiServer(server, graceMs),
  };
}

function addressOf(server: Server): string {
  const { address, port } = server.address() as AddressInfo;
  return `http://${isIPv6(address) ? `[${address}]` : address}:${port}/`;
}
