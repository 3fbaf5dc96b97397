/** Outlines on a field of 16 × 16. */
const PATHS = {
  queued: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Z',
  running: 'M8 2.5a5.5 5.5 0 1 0 5.5 5.5M8 5v3.2l2 1.3',
  succeeded: 'M3.5 8.5l3 3 6-7',
  failed: 'M4.2 4.2l7.6 7.6M11.8 4.2l-7.6 7.6',
  retry: 'M12.8 6.5A5.2 5.2 0 0 0 3.5 5.4M3.2 9.5a5.2 5.2 0 0 0 9.3 1.1M3.2 2.8v3h3M12.8 13.2v-3h-3',
  overdue: 'M8 2.6l6 10.6H2L8 2.6ZM8 6.6v3M8 11.4v.1',
  overview: 'M2.5 13.5v-5h3v5M6.5 13.5v-11h3v11M10.5 13.5v-8h3v8',
  jobs: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  events: 'M2 8h3l2-5 2.5 10 2-5H14',
  workers: 'M5 5h6v6H5zM6.5 2v3M9.5 2v3M6.5 11v3M9.5 11v3M2 6.5h3M2 9.5h3M11 6.5h3M11 9.5h3',
  add: 'M8 3v10M3 8h10',
  docs: 'M3 3.2c2-.9 3.7-.6 5 .6 1.3-1.2 3-1.5 5-.6v9.3c-2-.8-3.7-.5-5 .7-1.3-1.2-3-1.5-5-.7V3.2ZM8 3.8v9.4',
  copy: 'M5.5 5.5h7.5v7.5H5.5zM3 10.5V3h7.5',
  search: 'M7 2.8a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4ZM10.2 10.2 13.5 13.5',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  play: 'M5 3.2v9.6l7.5-4.8L5 3.2Z',
  sun: 'M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6ZM8 1.5v1.5M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1 1M11.6 11.6l1 1M3.4 12.6l1-1M11.6 4.4l1-1',
  moon: 'M13 9.6A5.5 5.5 0 0 1 6.4 3 5.5 5.5 0 1 0 13 9.6Z',
  system: 'M2.5 3.5h11v7.5h-11zM6 13.5h4',
  help: 'M5.8 6a2.2 2.2 0 1 1 3.3 1.9c-.7.4-1.1.8-1.1 1.6M8 12v.1',
  settings: 'M2.5 4.5h5M11.5 4.5h2M9.5 2.8v3.4M2.5 11.5h2M8.5 11.5h5M6.5 9.8v3.4',
  close: 'M4 4l8 8M12 4l-8 8',
  next: 'M6 3.5 10.5 8 6 12.5',
  previous: 'M10 3.5 5.5 8 10 12.5',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  download: 'M8 2.5v7.5M4.8 7 8 10.2 11.2 7M3 13h10',
  filter: 'M2.5 3.5h11L9.5 8.3v4.2l-3-1.5V8.3l-4-4.8Z',
  info: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM8 7.3v3.5M8 5.2v.1',
} as const;

export type IconName = keyof typeof PATHS;

/** A drawing beside a word; alone it needs a label on what holds it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
