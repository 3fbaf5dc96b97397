import { threadId } from 'node:worker_threads';

/** Uses up the processor without giving the event loop a turn. */
function burn(ms) {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

let saved;

/** Handlers as users write them: all run on threads, which is the default. */
export default {
  'thread.id': { handle: () => ({ thread: threadId }) },
  'thread.echo': { handle: (payload) => payload },
  'thread.burn': {
    handle({ ms }) {
      burn(ms);
      return 'burnt';
    },
  },
  'thread.reports': {
    async handle(_payload, context) {
      context.log.info('from the thread', { big: 1n, self: context });
      void context.progress('first', { n: 1 });
      const renewed = await context.renew();
      void context.progress('second');
      void context.progress('bad', () => {});
      for (let n = 0; n < 20; n += 1) void context.progress(`report ${n}`);
      return { renewed, attempt: context.attempt, worker: context.workerId };
    },
  },
  'thread.saves': {
    handle(_payload, context) {
      saved = context;
      return 1;
    },
  },
  'thread.uses-saved': {
    async handle() {
      await saved.progress('too late');
      return { renewed: await saved.renew() };
    },
  },
  'thread.exit': { handle: () => process.exit(0) },
  'thread.stray': {
    handle: () =>
      new Promise(() => {
        setTimeout(() => {
          throw new Error('stray');
        }, 1);
      }),
  },
  'thread.memory': {
    handle() {
      const hoard = [];
      for (;;) hoard.push(new Array(10_000).fill(hoard.length));
    },
  },
  'thread.permanent': {
    handle() {
      throw Object.assign(new Error('never'), { name: 'PermanentError' });
    },
  },
  'thread.throws': {
    handle({ what }) {
      if (what === 'undefined') throw undefined;
      if (what === 'text') throw 'plain text';
      const error = new Error('with a request');
      error.request = { socket: () => {}, self: error };
      throw error;
    },
  },
  'thread.bad-result': { handle: () => ({ n: 1n }) },
  'thread.hang': { timeoutSeconds: 0.3, handle: () => burn(60_000) },
  'thread.waits': {
    handle: (_payload, context) =>
      new Promise((resolve) => {
        context.signal.addEventListener('abort', () => resolve('aborted'));
      }),
  },
  'thread.endless': {
    handle(_payload, context) {
      void context.progress('begun');
      burn(600_000);
    },
  },
};
