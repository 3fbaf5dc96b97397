/** How urgent a task is: a lower number leaves the queue first. */
export const Priority = { HIGH: 0, MEDIUM: 1, LOW: 2 } as const;
export type Priority = (typeof Priority)[keyof typeof Priority];

/** What a running task can see of itself. */
export interface RunningTask {
  readonly id: string;
  /** Aborts when the task was cancelled, ran out of time, or is cut off by a shutdown. */
  readonly signal: AbortSignal;
  /** Sends a value to the `onMessage` of whoever started this task; dropped where nobody listens. */
  post(value: unknown): void;
  /** Takes the values that are posted to this task from now on, and those that came before there was a listener. */
  onMessage(listener: (value: unknown) => void): void;
}

/** A closure, which runs on the thread that submitted it. */
export type InlinePayload = (task: RunningTask) => unknown;

/** A function named by module and export, which runs on a worker thread. */
export interface ThreadPayload {
  /** Absolute path or `file:` URL of an ES or CommonJS module. */
  readonly module: string | URL;
  /** Name of the exported function; the default export if absent. */
  readonly export?: string;
  /** Arguments of the call: what `v8.serialize` takes. Instances of classes arrive as plain objects. */
  readonly args?: readonly unknown[];
}

/** A piece of work to schedule. The kind of payload chooses where it runs. */
export interface Task<Payload = InlinePayload | ThreadPayload> {
  /** For people and messages; need not be unique. Made up if absent. */
  readonly id?: string;
  /** MEDIUM if absent. */
  readonly priority?: Priority;
  readonly payload: Payload;
  /** Takes the task out of the queue, or aborts it while it runs. */
  readonly signal?: AbortSignal;
  /** Longest run in milliseconds, from the moment a worker takes the task. */
  readonly timeoutMs?: number;
}

/** One consistent, detached look at a scheduler. */
export interface Metrics {
  /** Tasks that ended, those that failed included. Tasks that were cancelled before they began are not counted. */
  readonly totalCompleted: number;
  /** Tasks that threw, were cancelled while running, timed out, or whose worker died. */
  readonly totalFailed: number;
  /** Mean time from the call of `submit`, waiting for room included, to the end of the task; 0 before the first. */
  readonly averageLatencyMs: number;
  /** Tasks that wait in the queue; running ones are not counted. */
  readonly currentQueueDepth: number;
  /** Submissions that were refused because of a shutdown. */
  readonly totalRejected: number;
}
