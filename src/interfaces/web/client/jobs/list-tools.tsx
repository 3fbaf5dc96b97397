import type { JobSummary } from '../api/types.js';
import { changePreferences, usePreferences } from '../state/preference-store.js';
import { CHOICES } from '../state/preferences.js';
import { download } from '../ui/download.js';
import { Icon } from '../ui/icon.js';
import { Menu } from '../ui/menu.js';
import { COLUMNS } from './columns.js';
import { jobsCsv } from './csv.js';

/** What to show of each row, and this page as a file. */
export function ListTools({ rows }: { readonly rows: readonly JobSummary[] }) {
  return (
    <>
      <Menu label={<Icon name="columns" />} name="Columns and rows">
        <ColumnChoice />
      </Menu>
      <Menu label={<Icon name="download" />} name="Export this page">
        <div class="menu-items">
          <button type="button" class="menu-item" onClick={() => download('jobs.csv', 'text/csv', jobsCsv(rows))}>
            CSV
          </button>
          <button
            type="button"
            class="menu-item"
            onClick={() => download('jobs.json', 'application/json', `${JSON.stringify(rows, null, 2)}\n`)}
          >
            JSON
          </button>
        </div>
      </Menu>
    </>
  );
}

function ColumnChoice() {
  const { hiddenColumns, density, times } = usePreferences();
  const toggle = (name: string) => {
    const others = hiddenColumns.filter((each) => each !== name);
    changePreferences({ hiddenColumns: hiddenColumns.includes(name) ? others : [...others, name] });
  };
  return (
    <div class="column-choice">
      {COLUMNS.map(({ name, title }) => (
        <label key={name} class="check-line">
          <input type="checkbox" checked={!hiddenColumns.includes(name)} onChange={() => toggle(name)} />
          {title}
        </label>
      ))}
      <hr />
      <label class="check-line">
        <input
          type="checkbox"
          checked={times === 'absolute'}
          onChange={() => changePreferences({ times: times === 'absolute' ? 'relative' : 'absolute' })}
        />
        Dates in full
      </label>
      <label class="check-line">
        <input
          type="checkbox"
          checked={density === 'comfortable'}
          onChange={() => changePreferences({ density: density === 'compact' ? 'comfortable' : 'compact' })}
        />
        More room
      </label>
      <label class="check-line">
        <select
          aria-label="Jobs per page"
          value={String(usePreferences().pageSize)}
          onChange={(event) => changePreferences({ pageSize: Number(event.currentTarget.value) })}
        >
          {CHOICES.pageSize.map((size) => (
            <option key={size} value={String(size)}>
              {size}
            </option>
          ))}
        </select>
        per page
      </label>
    </div>
  );
}
