import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { problemText } from '../api/api-problem.js';
import { cursorBelowNewest, useLiveEvents } from '../api/event-queries.js';
import { useHeldRows } from '../jobs/use-held-rows.js';
import { useHold } from '../jobs/use-hold.js';
import { toast } from '../state/toasts.js';
import { Banner } from '../ui/banner.js';
import { countText } from '../ui/count-text.js';
import { Empty, Failure, Loading } from '../ui/states.js';
import { type EventsView, eventsSearch } from '../url/events-url.js';
import { EventList } from './event-list.js';

/** The newest events on top. While somebody reads further down or points at one, new ones wait. */
export function LiveEvents({ filter }: { readonly filter: Omit<EventsView, 'cursor'> }) {
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useLiveEvents(filter);
  const hold = useHold();
  const isScrolled = useIsScrolled();
  const latest = (data?.events ?? []).map((event) => ({ id: String(event.id), event }));
  const { rows, added, move } = useHeldRows({
    latest,
    list: 'live',
    isOld: isPending,
    isHeld: hold.isHeld || isScrolled,
  });
  if (isPending) return <Loading lines={12} />;
  if (data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  if (rows.length === 0) return <Empty icon="events" title="Nothing has happened yet" />;
  const showNew = () => {
    move();
    scrollTo({ top: 0 });
  };
  return (
    <>
      {data.gapBelow !== null && (
        <Banner tone="warn">
          More than 200 events came at once; some are missing here.{' '}
          <button
            type="button"
            class="link-button"
            onClick={() => void client.resetQueries({ queryKey: ['events', 'live'] })}
          >
            Load anew
          </button>
        </Banner>
      )}
      <section class="card list-card" aria-label="List of events">
        {added > 0 && (
          <div class="list-head">
            <button type="button" class="pill" onClick={showNew}>
              {countText(added)} new · show
            </button>
          </div>
        )}
        <div {...hold.props}>
          <EventList events={rows.map(({ event }) => event)} />
        </div>
        <Older filter={filter} />
      </section>
    </>
  );
}

/** The way into the past: from where the newest events end. */
function Older({ filter }: { readonly filter: Omit<EventsView, 'cursor'> }) {
  const [, navigate] = useLocation();
  const goBack = async () => {
    try {
      const cursor = await cursorBelowNewest(filter);
      if (cursor === null) toast('There are no older events');
      else navigate(`/events${eventsSearch({ ...filter, cursor })}`);
    } catch (error) {
      toast(problemText(error), 'bad');
    }
  };
  return (
    <nav class="pager" aria-label="Pages">
      <span class="spacer" />
      <button type="button" class="button" onClick={() => void goBack()}>
        Load older
      </button>
    </nav>
  );
}

function useIsScrolled(): boolean {
  const [isScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const look = () => setScrolled(scrollY > 80);
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  return isScrolled;
}
