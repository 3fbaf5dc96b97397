/** Who watches a signal; one listener serves them all, since many tasks may share a signal, and Node warns of more than ten. */
interface Watch {
  readonly watchers: Set<() => void>;
  readonly listener: () => void;
}
const watches = new WeakMap<AbortSignal, Watch>();

/** Calls `act` once when `signal` aborts, now if it has. `act` must not throw. */
export function watchAbort(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) {
    act();
    return;
  }
  const watch = watches.get(signal) ?? begin(signal);
  watch.watchers.add(act);
}

/** Leaves no listener behind when nobody watches any more. */
export function unwatchAbort(signal: AbortSignal, act: () => void): void {
  const watch = watches.get(signal);
  if (watch === undefined || !watch.watchers.delete(act) || watch.watchers.size > 0) return;
  signal.removeEventListener('abort', watch.listener);
  watches.delete(signal);
}

function begin(signal: AbortSignal): Watch {
  const watchers = new Set<() => void>();
  const listener = () => {
    watches.delete(signal);
    for (const act of watchers) act();
  };
  const watch = { watchers, listener };
  watches.set(signal, watch);
  signal.addEventListener('abort', listener, { once: true });
  return watch;
}
