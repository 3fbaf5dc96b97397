/** A text for anything that a module may throw while it is loaded or read. Never throws, never empty. */
export function thrownReason(thrown: unknown): string {
  try {
    const text = thrown instanceof Error ? String(thrown.message) || thrown.name : String(thrown);
    return text || 'an empty text was thrown';
  } catch {
    return 'it threw something that cannot be shown';
  }
}
