import { serverNow, skew } from './server-clock.js';
import { createStore, type Store } from './store.js';
import { useStore } from './use-store.js';

/** Ticks once a second while somebody looks at it and the page is visible. */
function tickingClock(): Store<number> {
  const clock = createStore(serverNow());
  let timer: ReturnType<typeof setInterval> | undefined;
  let watchers = 0;
  return {
    ...clock,
    subscribe(listener) {
      const end = clock.subscribe(listener);
      watchers += 1;
      clock.set(serverNow());
      timer ??= setInterval(() => document.hidden || clock.set(serverNow()), 1000);
      return () => {
        end();
        watchers -= 1;
        if (watchers > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}

const clock = tickingClock();
skew.subscribe(() => clock.set(serverNow()));

/** The server's time in epoch milliseconds, anew every second. */
export function useNow(): number {
  return useStore(clock);
}
