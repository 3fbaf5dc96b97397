/** Takes the failure of a task that nobody waits for. */
export type OnFailure = (error: unknown, id: string) => unknown;

/**
 * Tells `onFailure` of a failure. What it throws, or rejects with, is its own fault and becomes a warning of the process:
 * nobody who could catch it is there.
 */
export async function tellFailure(onFailure: OnFailure | undefined, error: unknown, id: string): Promise<void> {
  try {
    await onFailure?.(error, id);
  } catch (thrown) {
    const reason = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    process.emitWarning(`onFailure failed itself, on task ${id}: ${reason}`, 'TaskSchedulerWarning');
  }
}
