import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from '../../application/ports/logger.js';
import { Connections } from './connections.js';
import { Problem, sendProblem } from './problem.js';
import { refuseRaw } from './raw-refusal.js';
import { normalizeTarget } from './request-target.js';

export interface ServerTimeouts {
  /** For the headers of a request to arrive whole. */
  readonly headersMs: number;
  /** For a request to arrive whole, its body included. */
  readonly requestMs: number;
  /** How long an idle connection is kept: longer than the usual 60 s of proxies, so that they are the ones to close. */
  readonly keepAliveMs: number;
}

const TIMEOUTS: ServerTimeouts = { headersMs: 15_000, requestMs: 60_000, keepAliveMs: 65_000 };

const connectionsOf = new WeakMap<Server, Connections>();

/** The server around the application. Answers by itself, and in the same form, what never becomes a request. */
export function createApiServer(app: RequestListener, logger: Logger, timeouts = TIMEOUTS): Server {
  const server = createServer(
    {
      // A missing Host is the application's to answer.
      requireHostHeader: false,
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      keepAliveTimeout: timeouts.keepAliveMs,
      connectionsCheckingInterval: Math.min(5_000, timeouts.headersMs),
    },
    (request, response) => {
      normalizeTarget(request);
      connections.inTurn(response, () => app(request, response));
    },
  );
  const connections = new Connections(server);
  connectionsOf.set(server, connections);
  server.on('checkExpectation', refuseExpectation);
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => refuseRaw(socket, NO_TUNNELS, randomUUID()));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!(socket instanceof Socket)) return;
    const owed = connections.owedOn(socket).at(-1);
    const id = String(owed?.getHeader('X-Request-Id') ?? randomUUID());
    logger.debug('Malformed request', { request_id: id, code: error.code });
    if (owed === undefined) refuseRaw(socket, malformed(error.code), id);
    else refuseRest(socket, owed, malformed(error.code));
  });
  return server;
}

/**
 * Closes a server of {@link createApiServer}: no new connections, requests under way are answered.
 *
 * @param graceMs after this time the rest is cut off
 */
export async function closeApiServer(server: Server, graceMs: number): Promise<void> {
  await connectionsOf.get(server)?.close(graceMs);
}

function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('X-Request-Id', randomUUID());
  sendProblem(response, new Problem(417, 'Expect may only be 100-continue.', { closesConnection: true }));
}

const NO_TUNNELS = new Problem(405, 'CONNECT is not possible here.', {
  headers: { Allow: 'GET, HEAD, POST, OPTIONS' },
});

/** Something is wrong behind the headers of a request whose answer, the latest of its connection, is still owed. */
function refuseRest(socket: Socket, owed: ServerResponse, problem: Problem): void {
  if (owed.req.complete) {
    // The garbage follows a good request, which gets its answer before the connection ends.
    owed.shouldKeepAlive = false;
    owed.once('finish', () => socket.destroySoon());
  } else {
    // The garbage is in the body of that request: this is its answer.
    sendProblem(owed, problem);
  }
}

/** What Node calls the faults that have a status of their own. */
const FAULTS: ReadonlyMap<string | undefined, readonly [status: number, detail: string]> = new Map([
  ['HPE_HEADER_OVERFLOW', [431, 'The headers of the request are too large.']],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', [413, 'The chunk extensions of the request are too large.']],
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'The request did not arrive in time.']],
]);

function malformed(code: string | undefined): Problem {
  const [status, detail] = FAULTS.get(code) ?? [400, 'The request is not valid HTTP.'];
  return new Problem(status, detail, { closesConnection: true });
}
