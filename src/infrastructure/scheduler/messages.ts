import type { MessagePort } from 'node:worker_threads';
import type { QueueHandle } from './memory-layout.js';

/** What a thread is given when it starts. */
export interface ThreadData {
  readonly queue: QueueHandle;
  readonly port: MessagePort;
  readonly idle: IdleMode;
}

/**
 * How a thread waits for its next task. `block`: asleep, so timers and sockets that a module left behind stand still
 * between tasks. `async`: its event loop goes on.
 */
export type IdleMode = 'block' | 'async';

/** From a thread. `key` names the task; slots are used again, keys are not. */
export type ThreadMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'began'; readonly slot: number; readonly key: number }
  | { readonly kind: 'post'; readonly slot: number; readonly key: number; readonly value: unknown }
  /** A result that found no room in the pages; sent before the end of the task is written. */
  | { readonly kind: 'result'; readonly slot: number; readonly key: number; readonly bytes: Uint8Array };

/** To a thread; a reason comes as `encodeThrown` made it. Messages for a task that has ended are dropped there. */
export type TaskMessage =
  | { readonly kind: 'abort'; readonly key: number; readonly reason: Uint8Array }
  | { readonly kind: 'post'; readonly key: number; readonly value: unknown };
