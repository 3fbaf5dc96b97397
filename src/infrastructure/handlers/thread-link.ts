import type { AttemptLink } from '../../application/ports/handler-runner.js';
import type { Logger } from '../../application/ports/logger.js';
import type { JsonObject } from '../../domain/json.js';
import type { RunningTask } from '../../domain/task.js';
import { ThreadLogger } from './thread-logger.js';
import type { HandlerAnswer, HandlerMessage } from './thread-protocol.js';

/**
 * The far end of an attempt's link, on the handler's thread: everything becomes a message to the main thread, which holds the
 * database. Messages keep their order, and none is overtaken by the handler's result.
 */
export class ThreadLink implements AttemptLink {
  readonly log: Logger;
  readonly #waiting = new Map<number, (granted: boolean) => void>();
  #lastId = 0;
  #isClosed = false;

  constructor(private readonly task: RunningTask) {
    this.log = new ThreadLogger(task, {});
    task.onMessage((value) => {
      const { id, granted } = value as HandlerAnswer;
      this.#waiting.get(id)?.(granted);
      this.#waiting.delete(id);
    });
  }

  /** The attempt is over: nothing is sent any more, and what is asked, or was not answered yet, is answered with no. */
  close(): void {
    this.#isClosed = true;
    for (const answer of this.#waiting.values()) answer(false);
    this.#waiting.clear();
  }

  renew(): Promise<boolean> {
    return this.#ask((id) => ({ kind: 'renew', id }));
  }

  async progress(message: string, data: JsonObject): Promise<void> {
    await this.#ask((id) => ({ kind: 'progress', id, message, data }));
  }

  #ask(messageOf: (id: number) => HandlerMessage): Promise<boolean> {
    if (this.#isClosed) return Promise.resolve(false);
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = new Promise<boolean>((resolve) => this.#waiting.set(id, resolve));
    this.task.post(messageOf(id));
    return answer;
  }
}
