/** Functions for worker threads in the tests of the scheduler. */
import { pbkdf2Sync } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { currentTask } from '../../../src/infrastructure/scheduler/current-task.ts';

export const nothing = () => {};
export const echo = (value) => value;
export const add = (a, b) => a + b;
export const thread = () => threadId;
export const length = (value) => value.length;
export default () => 'the default export';

export function fail(message) {
  throw Object.assign(new TypeError(message, { cause: new Error('the reason') }), { code: 'E_TEST', detail: { n: 1 } });
}
export const throwValue = (value) => {
  throw value;
};
export const waitMs = async (ms) => {
  await pause(ms);
  return 'waited';
};
export function spin(ms = Number.POSITIVE_INFINITY) {
  const end = performance.now() + ms;
  while (performance.now() < end);
  return 'spun';
}
export const exit = (code) => process.exit(code);
export const bytes = (length) => Buffer.alloc(length, 7);
export const closure = () => () => {};
export function exhaustMemory() {
  const kept = [];
  for (;;) kept.push(new Array(1_000).fill(kept.length));
}
export const nativeCall = (rounds) => pbkdf2Sync('a', 'b', rounds, 64, 'sha512').length;

export function strayThrow() {
  setImmediate(() => {
    throw new Error('stray');
  });
  return pause(60_000);
}

/** Says that it began, and ends with the first value that is posted to it. */
export function gate() {
  const task = currentTask();
  task.post('began');
  return new Promise((resolve, reject) => {
    task.onMessage(resolve);
    task.signal.addEventListener('abort', () => reject(task.signal.reason));
  });
}
/** As `gate`, but deaf to its signal. */
export function stubbornGate() {
  const task = currentTask();
  task.post('began');
  return new Promise((resolve) => task.onMessage(resolve));
}
export function postAll(count) {
  for (let value = 0; value < count; value += 1) currentTask().post(value);
  return 'done';
}
export function beginAndSpin() {
  currentTask().post('began');
  for (;;);
}
export const id = () => currentTask().id;
export function print(lines) {
  for (let line = 1; line <= lines; line += 1) console.log(`line ${line}`);
}
let ticks = 0;
export function startTicking() {
  setInterval(() => {
    ticks += 1;
  }, 5);
}
export const countTicks = () => ticks;
