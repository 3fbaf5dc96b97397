import { atLeast, atMost, ratios as ratiosOf } from '../goals.mjs';
import { quantile } from '../statistics.mjs';

/** Many tasks are with each thread at once, and cannot be overtaken any more: for comparison only. */
const withoutOrder = ['piscina, 50 per worker', 'poolifier, 50 per worker', 'poolifier, no queue'];

const rateOf = (load) => (figure) => figure[load].perSecond;

/**
 * What Leasehold's scheduler set out to reach. Ratios compare two processes of the same round.
 *
 * @returns for each measure the values of all rounds, and what tells whether their spread meets the goal, if there is one
 */
export function goals(figures) {
  return [...ratesAgainstPeers(figures), ...costs(figures), ...single(figures), ...queues(figures)];
}

function ratesAgainstPeers(figures) {
  const against = (load, what, goalOf) =>
    Object.entries(goalOf).map(([peer, factor]) => {
      return atLeast(`${what}: rate against ${peer}`, factor, ratios(figures, peer, rateOf(load)));
    });
  const noGoals = Object.fromEntries(withoutOrder.map((peer) => [peer, undefined]));
  return [
    ...against('empty', 'empty', { piscina: 9, tinypool: 9, workerpool: 12, poolifier: 4.5, ...noGoals }),
    ...against('burn', '50 µs of work', { piscina: 1.8, tinypool: 1.8, workerpool: 1.8, poolifier: 1, ...noGoals }),
    ...against('echo', 'echo of 1 KB', { piscina: 2.7 }),
  ];
}

function costs(figures) {
  const cpu = ({ empty }) => empty.cpuUs;
  const p99 = ({ empty }) => empty.p99Us;
  const memory = ({ rssPerWorkerMiB }) => rssPerWorkerMiB;
  return [
    atMost('empty: CPU a task', 7, figures.leasehold.map(cpu), ' µs'),
    atMost('empty: CPU a task against piscina', 0.125, ratios(figures, 'piscina', cpu)),
    atMost('empty: p99 against piscina', 0.25, ratios(figures, 'piscina', p99)),
    atMost('memory a worker after 20,000 tasks', 17, figures.leasehold.map(memory), ' MiB'),
    atMost('memory a worker against piscina', 1, ratios(figures, 'piscina', memory)),
  ];
}

function single(figures) {
  const p50 = ({ alone }) => alone.p50Us;
  const p99 = ({ alone }) => alone.p99Us;
  const start = ({ readyMs }) => readyMs;
  const firstResult = ({ firstResultMs }) => firstResultMs;
  return [
    atMost('1 in flight: p50 against piscina', 1.2, ratios(figures, 'piscina', p50)),
    atMost('1 in flight: p99 against piscina', 1.3, ratios(figures, 'piscina', p99)),
    atMost('start of 2 workers', 130, figures.leasehold.map(start), ' ms'),
    atMost('first result against piscina', 1, ratios(figures, 'piscina', firstResult)),
  ];
}

function queues(figures) {
  const closures = (own, peer) =>
    ratiosOf(figures, `inline: leasehold, ${own}`, `inline: p-queue, ${peer}`, ({ perSecond }) => perSecond);
  const growth = (queue) => figures.queues.map((figure) => figure[queue].growth);
  const p99s = figures.lateness.map((late) => quantile(Float64Array.from(late).sort(), 0.99));
  return [
    atLeast('closures a second against p-queue, as by default', 1, closures('contexts', 'no contexts')),
    atLeast('closures a second against p-queue, with contexts', 1, closures('contexts', 'contexts')),
    atLeast('closures a second against p-queue, without contexts', 1, closures('no contexts', 'no contexts')),
    atMost('insert and extract at 100,000 against 100: queue of threads', 5, growth('shared')),
    atMost('insert and extract at 100,000 against 100: queue of closures', 5, growth('local')),
    atMost('50 ms timer while both threads work: p99 of lateness', 25, p99s, ' ms'),
  ];
}

/** The queue's own scheduler against another library. */
function ratios(figures, peer, pick) {
  return ratiosOf(figures, 'leasehold', peer, pick);
}
