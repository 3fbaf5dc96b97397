/** An abort signal that is made when somebody looks at it: most tasks never do. */
export class LazyAbort {
  #controller: AbortController | undefined;
  #reason: { readonly value: unknown } | undefined;

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#reason !== undefined) this.#controller.abort(this.#reason.value);
    return this.#controller.signal;
  }

  get isAborted(): boolean {
    return this.#reason !== undefined;
  }

  abort(reason: unknown): void {
    this.#reason ??= { value: reason };
    this.#controller?.abort(reason);
  }
}
