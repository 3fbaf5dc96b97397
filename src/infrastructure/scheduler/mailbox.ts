/** Keeps what arrives until there is a listener. */
export class Mailbox {
  #listener: ((value: unknown) => void) | undefined;
  #kept: unknown[] | undefined;

  listen(listener: (value: unknown) => void): void {
    this.#listener = listener;
    const kept = this.#kept ?? [];
    this.#kept = undefined;
    for (const value of kept) listener(value);
  }

  deliver(value: unknown): void {
    if (this.#listener !== undefined) this.#listener(value);
    else if (this.#kept === undefined) this.#kept = [value];
    else this.#kept.push(value);
  }
}
