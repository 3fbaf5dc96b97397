import { setImmediate as nextTurn } from 'node:timers/promises';
import { threadId, workerData } from 'node:worker_threads';
import { setThreadTask } from './current-task.js';
import { decodeThrown, encodeThrown } from './error-codec.js';
import { instant } from './instant.js';
import { Field, PAGE_BYTES, Time } from './memory-layout.js';
import type { TaskMessage, ThreadData, ThreadMessage } from './messages.js';
import { ModuleFunctions } from './module-functions.js';
import { pendingOutput } from './pending-output.js';
import { DRAINED, Flag, Outcome } from './queue-under-lock.js';
import { SharedTaskQueue } from './shared-task-queue.js';
import { decodeArgs, encodeResult } from './task-codec.js';
import { madeUpId } from './task-id.js';
import { ThreadTask } from './thread-task.js';

/** With `idle: 'async'`, how long tasks that never wait may follow each other before the event loop gets a turn. */
const MAX_TURN_MS = 5;

/** The loop of one worker thread: take, run, write the end and take the next in one step, until the queue is drained. */
class WorkerThread {
  readonly #data: ThreadData;
  readonly #queue: SharedTaskQueue;
  readonly #functions = new ModuleFunctions();
  #task: ThreadTask | undefined;
  #turnAt = 0;

  constructor(data: ThreadData) {
    this.#data = data;
    this.#queue = SharedTaskQueue.attach(data.queue, threadId);
    // The port keeps the thread alive while a handler waits for something that keeps nothing alive itself.
    data.port.on('message', (message: TaskMessage) => this.#receive(message));
  }

  async work(): Promise<void> {
    this.#send({ kind: 'ready' });
    let slot = await this.#take();
    while (slot !== DRAINED) {
      const run = this.#run(slot);
      const end = run instanceof Promise ? await run : run;
      // Before the end is known: whoever learns of it may end the process.
      const output = pendingOutput();
      if (output !== undefined) await output;
      const resultBytes = this.#writeResult(slot, end);
      setThreadTask(undefined);
      this.#task = undefined;
      if (this.#functions.isSpoilt) return this.#queue.finishOnly(slot, end.outcome, resultBytes);
      const next = this.#queue.finishAndTryTake(slot, end.outcome, resultBytes);
      if (this.#data.idle === 'async') await this.#giveTurn();
      slot = next ?? (await this.#take());
    }
  }

  #take(): number | Promise<number> {
    return this.#data.idle === 'async' ? this.#queue.take() : this.#queue.takeSync();
  }

  async #giveTurn(): Promise<void> {
    if (instant() - this.#turnAt < MAX_TURN_MS) return;
    await nextTurn();
    this.#turnAt = instant();
  }

  #run(slot: number): End | Promise<End> {
    const { slots, pages } = this.#queue;
    const key = slots.time(slot, Time.KEY);
    const nameBytes = slots.get(slot, Field.NAME_BYTES);
    const idBytes = slots.get(slot, Field.ID_BYTES);
    const argsBytes = slots.get(slot, Field.ARGS_BYTES);
    const first = slots.get(slot, Field.FIRST_PAGE);
    const name = pages.readText(first, 0, nameBytes);
    const id = idBytes > 0 ? pages.readText(first, nameBytes, idBytes) : madeUpId(slots.time(slot, Time.NUMBER));
    const task = new ThreadTask(slot, key, id, this.#data.port);
    this.#task = task;
    setThreadTask(task);
    if ((slots.get(slot, Field.FLAGS) & Flag.ANNOUNCED) !== 0) this.#send({ kind: 'began', slot, key });
    const args = pages.read(first, nameBytes + idBytes, argsBytes);
    const loaded = this.#functions.loaded(name);
    if (loaded === undefined) return this.#loadAndCall(task, name, args);
    try {
      const result = loaded(...decodeArgs(args));
      return isThenable(result) ? this.#settle(task, result) : returned(task, result);
    } catch (thrown) {
      return failed(task, thrown);
    }
  }

  async #loadAndCall(task: ThreadTask, name: string, args: Buffer): Promise<End> {
    try {
      const loaded = await this.#functions.load(name);
      return returned(task, await loaded(...decodeArgs(args)));
    } catch (thrown) {
      return failed(task, thrown);
    }
  }

  async #settle(task: ThreadTask, result: PromiseLike<unknown>): Promise<End> {
    try {
      return returned(task, await result);
    } catch (thrown) {
      return failed(task, thrown);
    }
  }

  /**
   * Writes over the payload, which was read. What finds no room goes by message: a thread must never wait for room. So
   * does a failure that nobody waits for: the home thread still wants the task's id.
   */
  #writeResult(slot: number, { outcome, bytes }: End): number {
    const { slots, pages } = this.#queue;
    const isWanted = (slots.get(slot, Field.FLAGS) & Flag.WANTED) !== 0;
    if (bytes.length === 0 || (!isWanted && outcome === Outcome.RETURNED)) return 0;
    const missing = Math.ceil(bytes.length / PAGE_BYTES) - slots.get(slot, Field.PAGES);
    if (!isWanted || (missing > 0 && !this.#queue.extend(slot, missing))) {
      this.#send({ kind: 'result', slot, key: slots.time(slot, Time.KEY), bytes });
      return 0;
    }
    pages.write(slots.get(slot, Field.FIRST_PAGE), 0, bytes);
    return bytes.length;
  }

  #receive(message: TaskMessage): void {
    const task = this.#task;
    if (task === undefined || task.key !== message.key) return;
    if (message.kind === 'abort') task.abort(decodeThrown(Buffer.from(message.reason)));
    else task.deliver(message.value);
  }

  #send(message: ThreadMessage): void {
    this.#data.port.postMessage(message);
  }
}

/** How a task ended, with its result or with what it threw. */
interface End {
  readonly outcome: number;
  readonly bytes: Uint8Array;
}

/** A task that ends after its abort has been cut off, whatever it gives back. */
function returned(task: ThreadTask, result: unknown): End {
  if (task.isAborted) return { outcome: Outcome.ABORTED, bytes: new Uint8Array(0) };
  return { outcome: Outcome.RETURNED, bytes: encodeResult(result) };
}

function failed(task: ThreadTask, thrown: unknown): End {
  if (task.isAborted) return { outcome: Outcome.ABORTED, bytes: new Uint8Array(0) };
  return { outcome: Outcome.THREW, bytes: encodeThrown(thrown) };
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

await new WorkerThread(workerData as ThreadData).work();
// What handlers left open (pools, timers) would keep the thread alive.
process.exit(0);
