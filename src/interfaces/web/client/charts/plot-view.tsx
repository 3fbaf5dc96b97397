import { useEffect, useMemo, useRef } from 'react';
import type { TimeSeries } from '../api/types.js';
import { usePreferences } from '../state/preference-store.js';
import { useWallClock } from '../ui/instant.js';
import type { LivePlot, PlotOptions } from './plot.js';

interface Props extends Omit<PlotOptions, 'clock'> {
  readonly series: TimeSeries;
  /** What is seen, for those who do not. */
  readonly label: string;
}

/** A chart over time. What draws it is loaded when the first one comes into view. */
export function Plot(props: Props) {
  const { theme } = usePreferences();
  const { timeZone, hour12 } = useWallClock();
  const clock = useMemo(() => ({ timeZone, hour12 }), [timeZone, hour12]);
  // Its colours are read when it is made: another theme needs another one.
  return <Drawing key={theme} {...props} clock={clock} />;
}

function Drawing({ series, lines, kind, label, clock }: Props & Pick<PlotOptions, 'clock'>) {
  const ref = useRef<HTMLDivElement>(null);
  const plot = useRef<LivePlot>(undefined);
  const latest = useRef(series);
  latest.current = series;
  useEffect(() => {
    let isGone = false;
    void import('./plot.js').then(({ createPlot }) => {
      if (isGone || ref.current === null) return;
      plot.current = createPlot(ref.current, latest.current, { lines, kind, clock });
    });
    return () => {
      isGone = true;
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, [lines, kind, clock]);
  useEffect(() => plot.current?.update(series), [series]);
  return <div ref={ref} class="plot" role="img" aria-label={label} />;
}
