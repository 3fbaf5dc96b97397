/** Node fires a timer with a longer delay at once. */
const MAX_TIMER_MS = 2_147_483_647;

/**
 * Calls `callback` after `delayMs` milliseconds, however many they are.
 *
 * @returns a function that cancels the call; harmless afterwards
 */
export function startTimer(delayMs: number, callback: () => void): () => void {
  let leftMs = delayMs;
  let timer: NodeJS.Timeout;
  const arm = () => {
    const stepMs = Math.min(leftMs, MAX_TIMER_MS);
    leftMs -= stepMs;
    timer = setTimeout(leftMs > 0 ? arm : callback, stepMs);
  };
  arm();
  return () => clearTimeout(timer);
}

/** Resolves after `delayMs` milliseconds, or as soon as `signal` aborts. */
export function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = startTimer(delayMs, end);
    signal.addEventListener('abort', end);
  });
}

/** Whether `promise` settles within `delayMs` milliseconds, and before `signal` aborts. */
export async function settlesWithin(
  promise: Promise<unknown>,
  delayMs: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const giveUp = new AbortController();
  const waiting = signal === undefined ? giveUp.signal : AbortSignal.any([signal, giveUp.signal]);
  const settled = promise.then(
    () => true,
    () => true,
  );
  const passed = pause(delayMs, waiting).then(() => false);
  try {
    return await Promise.race([settled, passed]);
  } finally {
    giveUp.abort();
  }
}
