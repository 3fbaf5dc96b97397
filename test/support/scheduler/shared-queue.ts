import { threadId } from 'node:worker_threads';
import { createQueueMemory, Field, Head, Total } from '../../../src/infrastructure/scheduler/memory-layout.js';
import { QueueClient } from '../../../src/infrastructure/scheduler/queue-client.js';
import { DRAINED, Outcome } from '../../../src/infrastructure/scheduler/queue-under-lock.js';
import { SharedTaskQueue } from '../../../src/infrastructure/scheduler/shared-task-queue.js';
import { encodeTask } from '../../../src/infrastructure/scheduler/task-codec.js';
import type { TaskQueue } from '../../../src/infrastructure/scheduler/task-queue.js';

/** A task without meaning; its id is the entry. */
export const numbered = (entry: number, priority: 0 | 1 | 2, flags = 0) =>
  encodeTask({ id: String(entry), priority, payload: { module: '/nowhere.mjs' } }, flags, 0);

/** The entry of the task in `slot`. */
export function entryOf({ slots, pages }: SharedTaskQueue, slot: number): number {
  const from = slots.get(slot, Field.NAME_BYTES);
  return Number(pages.readText(slots.get(slot, Field.FIRST_PAGE), from, slots.get(slot, Field.ID_BYTES)));
}

const openClients = new Set<QueueClient>();

/** Lets go of the queues of a test; one that is not empty would keep the process alive. */
export function closeSharedQueues(): void {
  for (const client of openClients) client.close();
  openClients.clear();
}

/** The shared queue with producers at its client, and consumers that take without blocking. */
export function openSharedQueue(capacity: number): TaskQueue<number> {
  const queue = SharedTaskQueue.attach(createQueueMemory(capacity, 300, 4096), threadId);
  const client = new QueueClient(queue, { ended: () => {}, loaded: () => {} });
  openClients.add(client);
  return {
    submit: (entry, priority) =>
      new Promise((resolve) => {
        client.submit({ task: numbered(entry, priority), answered: (slot) => resolve(slot >= 0) });
      }),
    async take() {
      const slot = await queue.take();
      if (slot === DRAINED) return null;
      const entry = entryOf(queue, slot);
      queue.finishOnly(slot, Outcome.RETURNED, 0);
      return entry;
    },
    close: () => client.closeQueue(),
    get depth() {
      return client.glance(() => queue.count(Head.QUEUED)) ?? Number.NaN;
    },
    get rejected() {
      return client.glance(() => queue.total(Total.REJECTED)) ?? Number.NaN;
    },
  };
}
