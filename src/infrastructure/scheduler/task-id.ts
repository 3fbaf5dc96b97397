let last = 0;

/** A number for a task that came without an id; unique on this thread. */
export function nextTaskNumber(): number {
  last += 1;
  return last;
}

export function madeUpId(number: number): string {
  return `task-${number}`;
}
