/** An `AbortController` that is made when somebody looks at its signal: few do, and making one costs more than most tasks. */
export class LazyAbort {
  #controller: AbortController | undefined;
  #abortion: { readonly reason: unknown } | undefined;

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#abortion !== undefined) this.#controller.abort(this.#abortion.reason);
    return this.#controller.signal;
  }

  get isAborted(): boolean {
    return this.#abortion !== undefined;
  }

  abort(reason: unknown): void {
    this.#abortion ??= { reason };
    this.#controller?.abort(reason);
  }
}
