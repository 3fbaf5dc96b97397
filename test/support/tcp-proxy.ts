import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

interface Link {
  readonly client: Socket;
  readonly server: Socket;
  /** The next answer on this link is swallowed, and the link cut. */
  loseAnswer: boolean;
}

/** Stands between a client and a server, and breaks what goes through it. */
export class TcpProxy {
  readonly #links = new Set<Link>();
  #silent = false;
  #fatalText: string | undefined;
  #onLost: (() => void) | undefined;

  private constructor(
    private readonly listener: Server,
    private readonly target: { readonly host: string; readonly port: number },
  ) {
    listener.on('connection', (client) => this.#join(client));
  }

  /** @param url of the server, with its port */
  static async before(url: string): Promise<TcpProxy> {
    const { hostname, port } = new URL(url);
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return new TcpProxy(listener, { host: hostname, port: Number(port) });
  }

  /** `url` by way of this proxy. */
  through(url: string): string {
    const address = this.listener.address();
    if (address === null || typeof address === 'string') throw new Error('The proxy does not listen');
    const changed = new URL(url);
    changed.host = `127.0.0.1:${address.port}`;
    return changed.href;
  }

  /** While true, connections stand but nothing passes, in either direction: what a dead network looks like. */
  set silent(silent: boolean) {
    this.#silent = silent;
  }

  /**
   * The next statement that holds this text reaches the server, its answer is swallowed and the connection cut.
   *
   * @returns a promise of that moment
   */
  loseAnswerTo(text: string): Promise<void> {
    this.#fatalText = text;
    return new Promise((resolve) => {
      this.#onLost = resolve;
    });
  }

  /** Ends every connection that stands, whatever is on its way. */
  cutAll(): void {
    for (const link of this.#links) this.#cut(link);
  }

  async close(): Promise<void> {
    this.cutAll();
    this.listener.close();
    await once(this.listener, 'close');
  }

  #join(client: Socket): void {
    const link = { client, server: connect(this.target), loseAnswer: false };
    this.#links.add(link);
    client.on('data', (chunk) => this.#ask(link, chunk));
    link.server.on('data', (chunk) => this.#answer(link, chunk));
    for (const socket of [client, link.server]) {
      socket.on('error', () => undefined); // 'close' follows
      socket.on('close', () => this.#silent || this.#cut(link));
    }
  }

  #ask(link: Link, chunk: Buffer): void {
    if (this.#silent) return;
    if (this.#fatalText !== undefined && chunk.includes(this.#fatalText)) {
      this.#fatalText = undefined;
      link.loseAnswer = true;
    }
    link.server.write(chunk);
  }

  #answer(link: Link, chunk: Buffer): void {
    if (this.#silent) return;
    if (!link.loseAnswer) {
      link.client.write(chunk);
      return;
    }
    this.#cut(link);
    this.#onLost?.();
  }

  #cut(link: Link): void {
    this.#links.delete(link);
    link.client.destroy();
    link.server.destroy();
  }
}
