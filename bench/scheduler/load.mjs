import { quantile } from '../statistics.mjs';

const MAX_SAMPLES = 2_000_000;

/**
 * Keeps `concurrency` tasks in flight for some time.
 *
 * @returns tasks a second, latencies in µs, and the CPU time of the whole process (threads too) in µs a task
 */
export async function putUnderLoad(task, { concurrency, durationMs }) {
  const latencies = new Float64Array(MAX_SAMPLES);
  let done = 0;
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const endsAt = startedAt + durationMs;
  async function keepOneInFlight() {
    for (let now = startedAt; now < endsAt; ) {
      await task();
      const endedAt = performance.now();
      if (done < MAX_SAMPLES) latencies[done] = endedAt - now;
      done += 1;
      now = endedAt;
    }
  }
  await Promise.all(Array.from({ length: concurrency }, keepOneInFlight));
  const tookMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpuBefore);
  const sorted = latencies.subarray(0, Math.min(done, MAX_SAMPLES)).sort();
  return {
    perSecond: (done * 1_000) / tookMs,
    p50Us: quantile(sorted, 0.5) * 1_000,
    p99Us: quantile(sorted, 0.99) * 1_000,
    cpuUs: (user + system) / done,
  };
}

/** Runs a fixed number of tasks, some at a time. */
export async function runMany(task, { concurrency, count }) {
  let left = count;
  async function keepOneInFlight() {
    for (; left > 0; left -= 1) await task();
  }
  await Promise.all(Array.from({ length: concurrency }, keepOneInFlight));
}
