import { useTimeSeries } from '../api/queries.js';
import { WINDOWS, type Window } from '../api/types.js';
import { Plot } from '../charts/plot-view.js';
import { LATENCY, THROUGHPUT } from '../charts/series.js';
import { Failure } from '../ui/states.js';
import { SeriesTable } from './series-table.js';

interface Props {
  readonly window: Window;
  readonly onWindow: (window: Window) => void;
}

/** How much gets done, and how long it takes. */
export function Throughput({ window, onWindow }: Props) {
  const { data, error } = useTimeSeries(window);
  return (
    <section class="card" aria-label="Throughput and latency">
      <div class="card-head">
        <h2>Throughput</h2>
        <fieldset class="segments" aria-label="Time shown">
          {WINDOWS.map((each) => (
            <button key={each} type="button" aria-pressed={each === window} onClick={() => onWindow(each)}>
              {each}
            </button>
          ))}
        </fieldset>
      </div>
      {data === undefined && error !== null && <Failure error={error} />}
      {data !== undefined && (
        <>
          <div class="plots">
            <figure>
              <Plot
                series={data}
                lines={THROUGHPUT}
                kind="bars"
                label="Jobs that succeeded, failed and were retried, over time"
              />
              <figcaption>
                <Legend lines={THROUGHPUT} />
              </figcaption>
            </figure>
            <figure>
              <Plot series={data} lines={LATENCY} kind="lines" label="How long jobs waited and ran, over time" />
              <figcaption>
                <Legend lines={LATENCY} />
              </figcaption>
            </figure>
          </div>
          <SeriesTable series={data} />
        </>
      )}
    </section>
  );
}

function Legend({ lines }: { readonly lines: readonly { readonly name: string; readonly tone: string }[] }) {
  return (
    <ul class="legend">
      {lines.map(({ name, tone }) => (
        <li key={name} class={`legend-${tone}`}>
          {name}
        </li>
      ))}
    </ul>
  );
}
