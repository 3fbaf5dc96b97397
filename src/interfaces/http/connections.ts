import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The open connections of a server and the answers that each still owes. */
export class Connections {
  readonly #owed = new Map<Socket, Set<ServerResponse>>();
  #closing = false;

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#owed.set(socket, new Set());
      socket.once('close', () => this.#owed.delete(socket));
    });
    for (const event of ['request', 'checkExpectation']) {
      server.prependListener(event, (request: IncomingMessage, response: ServerResponse) =>
        this.#expect(request.socket, response),
      );
    }
  }

  /** The answers that `socket` still owes, in the order of their requests. */
  owedOn(socket: Socket): readonly ServerResponse[] {
    return [...(this.#owed.get(socket) ?? [])];
  }

  /**
   * Calls `answer` as soon as the connection owes nothing before `response`, and never if it ends there: requests that
   * arrive together are carried out one after the other, and those behind an answer that closes are not (RFC 9112).
   */
  inTurn(response: ServerResponse, answer: () => void): void {
    const { socket } = response.req;
    const owed = this.owedOn(socket);
    const earlier = owed[owed.indexOf(response) - 1];
    if (earlier === undefined) {
      answer();
      return;
    }
    earlier.once('close', () => {
      // What came behind the headers of the request may have been answered for already.
      if (socket.writable && !response.headersSent) answer();
    });
  }

  /**
   * Stops accepting connections, and closes each as soon as it owes nothing.
   *
   * @param graceMs after this time the rest is cut off
   */
  async close(graceMs: number): Promise<void> {
    this.#closing = true;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    const timer = setTimeout(() => this.server.closeAllConnections(), graceMs);
    for (const [socket, owed] of this.#owed) {
      // A connection that has not sent a whole request yet is no more than an idle one.
      if (owed.size === 0) socket.destroySoon();
      for (const response of owed) response.shouldKeepAlive = false;
    }
    await closed;
    clearTimeout(timer);
  }

  #expect(socket: Socket, response: ServerResponse): void {
    const owed = this.#owed.get(socket);
    owed?.add(response);
    if (this.#closing) response.shouldKeepAlive = false;
    response.once('close', () => {
      owed?.delete(response);
      if (this.#closing && owed?.size === 0) socket.destroySoon();
    });
  }
}
