import { useJobTypes } from './queries.js';

/** The names of all known job types, for suggestions. */
export function useTypeNames(): readonly string[] {
  const { data } = useJobTypes();
  return (data ?? []).map(({ type }) => type);
}
