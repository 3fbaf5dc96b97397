/** Functions for worker threads of the compiled scheduler, which load no TypeScript. */
import { currentTask } from 'leasehold/scheduler';

export const nothing = () => {};
export const double = (value) => 2 * value;
export function greet(name) {
  currentTask().post(`hello ${name}`);
  return currentTask().id;
}
export function fail(message) {
  throw new RangeError(message);
}
