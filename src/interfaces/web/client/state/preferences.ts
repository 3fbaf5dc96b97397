/** What an operator chose for this browser. */
export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark';
  /** Whose wall clock times are shown in. */
  readonly zone: 'local' | 'utc' | 'server';
  readonly clock: '24' | '12';
  /** Whether tables tell how long ago something was, or when. */
  readonly times: 'relative' | 'absolute';
  readonly refreshMs: number;
  readonly paused: boolean;
  readonly pageSize: number;
  readonly density: 'compact' | 'comfortable';
  /** Columns of the list of jobs that are left out. */
  readonly hiddenColumns: readonly string[];
}

export const STORAGE_KEY = 'leasehold';

/** The values that can be chosen; the first of each is the default. */
export const CHOICES = {
  theme: ['system', 'light', 'dark'],
  zone: ['local', 'utc', 'server'],
  clock: ['24', '12'],
  times: ['relative', 'absolute'],
  refreshMs: [2_000, 5_000, 10_000, 30_000],
  pageSize: [25, 50, 100],
  density: ['compact', 'comfortable'],
} as const;

const DEFAULTS: Preferences = {
  theme: 'system',
  zone: 'local',
  clock: '24',
  times: 'relative',
  refreshMs: 2_000,
  paused: false,
  pageSize: 25,
  density: 'compact',
  hiddenColumns: [],
};

/** Preferences from what was stored; each that is missing or no longer possible takes its default. */
export function readPreferences(stored: string | null): Preferences {
  const found = parseObject(stored);
  const chosen = Object.entries(CHOICES)
    .filter(([name, values]) => (values as readonly unknown[]).includes(found[name]))
    .map(([name]) => [name, found[name]]);
  const hidden: unknown = found.hiddenColumns;
  const hiddenColumns = Array.isArray(hidden)
    ? (hidden as unknown[]).filter((name): name is string => typeof name === 'string')
    : [];
  return {
    ...DEFAULTS,
    ...(Object.fromEntries(chosen) as Partial<Preferences>),
    paused: found.paused === true,
    hiddenColumns,
  };
}

function parseObject(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
