import { Link } from 'wouter';
import type { JobStats } from '../api/types.js';
import { durationText } from '../time/duration.js';
import { countText } from '../ui/count-text.js';
import { Icon, type IconName } from '../ui/icon.js';

interface CardProps {
  readonly icon: IconName;
  readonly word: string;
  readonly value: string;
  readonly href: string;
  readonly isAlarm?: boolean;
  readonly title?: string;
}

/** The numbers that say how the queue is; each leads to its jobs. */
export function StatCards({ stats, now }: { readonly stats: JobStats; readonly now: number }) {
  const { by_status, overdue_running, retries_pending, oldest_queued_at } = stats;
  const age = oldest_queued_at === null ? null : now - Date.parse(oldest_queued_at);
  return (
    <div class="stat-cards">
      <Card icon="queued" word="Queued" value={countText(by_status.queued)} href="/jobs?status=queued" />
      <Card icon="running" word="Running" value={countText(by_status.running)} href="/jobs?status=running" />
      <Card icon="succeeded" word="Succeeded" value={countText(by_status.succeeded)} href="/jobs?status=succeeded" />
      <Card icon="failed" word="Failed" value={countText(by_status.failed)} href="/jobs?status=failed" />
      <Card
        icon="retry"
        word="Retries pending"
        value={countText(retries_pending)}
        href="/jobs?status=queued"
        title="Queued jobs that were attempted before"
      />
      <Card
        icon="overdue"
        word="Overdue"
        value={countText(overdue_running)}
        href="/workers"
        isAlarm={overdue_running > 0}
        title="Running jobs whose lease has ended"
      />
      <Card
        icon="queued"
        word="Oldest waiting"
        value={age === null ? '–' : durationText(Math.max(0, age))}
        href="/jobs?status=queued"
        isAlarm={age !== null && age > 5 * 60_000}
        title="How long the oldest job that could be claimed has waited: it grows when no worker lives"
      />
    </div>
  );
}

function Card({ icon, word, value, href, isAlarm = false, title }: CardProps) {
  return (
    <Link href={href} class={`stat stat-${icon} ${isAlarm ? 'stat-alarm' : ''}`} title={title}>
      <span class="stat-word">
        <Icon name={icon} />
        {word}
      </span>
      <span class="stat-value">{value}</span>
    </Link>
  );
}
