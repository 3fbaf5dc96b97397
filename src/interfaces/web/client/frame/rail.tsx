import { Link, useLocation, useSearch } from 'wouter';
import { useStats } from '../api/queries.js';
import { JOB_STATUSES } from '../api/types.js';
import { apiUrl } from '../api/call-api.js';
import { Icon, type IconName } from '../ui/icon.js';
import { countText } from '../ui/count-text.js';
import { HealthDot } from './health-dot.js';

/** The way to every view, and how many jobs are in each status. */
export function Rail() {
  return (
    <nav class="rail" aria-label="Main">
      <Link href="/" class="brand">
        <span class="brand-mark" aria-hidden="true" />
        <span class="brand-name">Leasehold</span>
      </Link>
      <ul class="rail-list">
        <Item href="/" icon="overview" text="Overview" />
        <Item href="/jobs" icon="jobs" text="Jobs" />
        <StatusItems />
        <Item href="/events" icon="events" text="Events" />
        <Item href="/workers" icon="workers" text="Workers" />
        <Item href="/jobs/new" icon="add" text="New job" />
        <li class="rail-docs">
          <a class="rail-item" href={apiUrl('docs/')}>
            <Icon name="docs" />
            <span>API docs</span>
          </a>
        </li>
      </ul>
      <HealthDot />
    </nav>
  );
}

interface ItemProps {
  readonly href: string;
  readonly icon: IconName;
  readonly text: string;
}

function Item({ href, icon, text }: ItemProps) {
  const path = usePath();
  const isHere = path === href || (href === '/jobs' && path.startsWith('/jobs/') && path !== '/jobs/new');
  return (
    <li>
      <Link href={href} class="rail-item" aria-current={isHere ? 'page' : undefined}>
        <Icon name={icon} />
        <span>{text}</span>
      </Link>
    </li>
  );
}

function StatusItems() {
  const { data } = useStats();
  const path = usePath();
  const status = new URLSearchParams(useSearch()).get('status');
  return (
    <>
      {JOB_STATUSES.map((each) => (
        <li key={each} class="rail-status">
          <Link
            href={`/jobs?status=${each}`}
            class={`rail-item rail-item-${each}`}
            aria-current={path === '/jobs' && status === each ? 'true' : undefined}
          >
            <Icon name={each} />
            <span>{each}</span>
            <span class="rail-count">{data === undefined ? '' : countText(data.by_status[each])}</span>
          </Link>
        </li>
      ))}
    </>
  );
}

/** Where we are; the server knows each address with and without a slash at its end. */
function usePath(): string {
  const [path] = useLocation();
  return path.replace(/(.)\/$/, '$1');
}
