import { type Draft, EMPTY_DRAFT } from './draft.js';

const STORAGE_KEY = 'leasehold.new-job';

/** What was left in this tab, for a job of this origin. */
export function storedDraft(from: string | null): Draft | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as {
      from: string | null;
      draft: Draft;
    } | null;
    return stored?.from === from ? { ...EMPTY_DRAFT, ...stored.draft } : undefined;
  } catch {
    return undefined;
  }
}

export function storeDraft(from: string | null, draft: Draft | undefined): void {
  try {
    if (draft === undefined) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ from, draft }));
  } catch {
    // Then the draft lives as long as the form.
  }
}
