/** Equal in all threads of a process, so their clocks can be compared. */
const ORIGIN = performance.timeOrigin;

/** Now, in milliseconds on a clock that never steps back and that all threads of the process share. */
export function instant(): number {
  return ORIGIN + performance.now();
}
