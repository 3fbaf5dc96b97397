import { setTimeout as pause } from 'node:timers/promises';
import { Program } from '../support/program.js';

const BUILT = ['dist/main.js'];

/** The built program, started again whenever it ends, as a supervisor would. */
export class SupervisedProgram {
  #program: Program;
  #address = 'http://127.0.0.1:1/';
  #isWanted = true;
  readonly #supervision: Promise<void>;
  /** How often it was started. */
  starts = 0;

  constructor(
    private readonly command: 'api' | 'worker',
    private readonly environment: NodeJS.ProcessEnv,
  ) {
    this.#program = this.#start();
    this.#supervision = this.#supervise();
  }

  /** Of the API; nobody listens there while it is down. */
  get address(): string {
    return this.#address;
  }

  signal(name: NodeJS.Signals): void {
    this.#program.signal(name);
  }

  /**
   * @returns what must not be: an exit code other than 0, or words on standard error. A program that was just started
   *   again, and has said nothing yet, does not handle the signal and ends by it.
   */
  async stop(): Promise<readonly string[]> {
    this.#isWanted = false;
    this.#program.signal('SIGCONT');
    this.#program.signal('SIGTERM');
    const code = await this.#program.exited();
    await this.#supervision;
    const { errors, output } = this.#program;
    const endedWell = code === 0 || (code === 'SIGTERM' && output === '');
    return [...(endedWell ? [] : [`${this.command} ended with ${code}`]), ...(errors === '' ? [] : [errors])];
  }

  #start(): Program {
    this.starts += 1;
    const program = new Program([this.command], this.environment, BUILT);
    if (this.command === 'api') {
      void program.address().then(
        (address) => {
          if (program === this.#program) this.#address = address;
        },
        () => undefined,
      );
    }
    return program;
  }

  async #supervise(): Promise<void> {
    const isWanted = () => this.#isWanted;
    while (isWanted()) {
      await this.#program.ended;
      if (isWanted()) await pause(200);
      if (isWanted()) this.#program = this.#start();
    }
  }
}
