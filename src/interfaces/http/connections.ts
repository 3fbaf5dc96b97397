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
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) =>
      this.#expect(request.socket, response),
    );
  }

  /** The answers that `socket` still owes, in the order of their requests. */
  owedOn(socket: Socket): readonly ServerResponse[] {
    return [...(this.#owed.get(socket) ?? [])];
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
