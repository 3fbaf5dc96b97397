import { MessageChannel } from 'node:worker_threads';

/** Keeps the process alive while it is on. Neither a pending promise nor `Atomics.waitAsync` does that. */
export class KeepAlive {
  readonly #port = new MessageChannel().port1;
  #isOn = false;

  constructor() {
    this.#port.unref();
  }

  set(isOn: boolean): void {
    if (isOn === this.#isOn) return;
    this.#isOn = isOn;
    if (isOn) this.#port.ref();
    else this.#port.unref();
  }

  close(): void {
    this.set(false);
    this.#port.close();
  }
}
