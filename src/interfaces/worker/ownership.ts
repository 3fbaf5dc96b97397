import type { GuardedWrite } from '../../application/ports/job-repository.js';

/** Whether an attempt still owns its job. Once lost, a claim stays lost. */
export class Ownership {
  #isLost = false;

  /** @param onLoss called once, when the first write finds the claim gone */
  constructor(private readonly onLoss: () => void) {}

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Takes note of what a guarded write found. @returns whether the job is still owned */
  note(found: GuardedWrite): boolean {
    if (found === 'lost' && !this.#isLost) {
      this.#isLost = true;
      this.onLoss();
    }
    return !this.#isLost;
  }
}
