/** Tells idle workers, also those of other processes, that a job became claimable. A hint: polling is the backstop. */
export abstract class WakeUp {
  /** Call after the commit. Never throws and never waits; many calls may become one signal. */
  abstract signal(): void;

  /** Calls `listener` whenever a signal arrives. @returns a function that ends the subscription */
  abstract subscribe(listener: () => void): () => void;
}
