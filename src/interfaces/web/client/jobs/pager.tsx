import { Link } from 'wouter';
import { countText } from '../ui/count-text.js';
import { Icon } from '../ui/icon.js';
import type { JobsView } from '../url/job-filter.js';
import { jobsSearch } from '../url/jobs-url.js';

/** Beyond this many rows nobody reads on; the database has to pass over all of them. */
const DEEP = 5_000;

interface Props {
  readonly view: JobsView;
  readonly limit: number;
  readonly shown: number;
  readonly count: number;
  readonly isCapped: boolean;
}

/** Which part of the list is shown, and the way to its neighbours. */
export function Pager({ view, limit, shown, count, isCapped }: Props) {
  const { offset } = view;
  const to = (start: number) => `/jobs${jobsSearch({ ...view, offset: Math.max(0, start) })}`;
  const hasMore = offset + shown < count || (isCapped && shown === limit);
  return (
    <nav class="pager" aria-label="Pages">
      <span>
        {shown === 0 ? '0' : `${countText(offset + 1)}–${countText(offset + shown)}`} of {countText(count)}
        {isCapped && '+'}
      </span>
      {offset >= DEEP && <span class="muted">This far down, a filter finds things sooner.</span>}
      <span class="spacer" />
      <Step href={to(offset - limit)} enabled={offset > 0} label="Previous" />
      <Step href={to(offset + limit)} enabled={hasMore} label="Next" />
    </nav>
  );
}

function Step({
  href,
  enabled,
  label,
}: {
  readonly href: string;
  readonly enabled: boolean;
  readonly label: 'Previous' | 'Next';
}) {
  const content =
    label === 'Next' ? [label, <Icon key="icon" name="next" />] : [<Icon key="icon" name="previous" />, label];
  if (!enabled) return <span class="button button-off">{content}</span>;
  return (
    <Link href={href} class="button" rel={label === 'Next' ? 'next' : 'prev'}>
      {content}
    </Link>
  );
}
