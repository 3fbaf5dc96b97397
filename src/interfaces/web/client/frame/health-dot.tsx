import { useConfig, useHealth } from '../api/queries.js';

/** Whether the server and its database answer, and how fast. */
export function HealthDot() {
  const { data, isError, isPending } = useHealth();
  const { data: config } = useConfig();
  const state = isError ? 'down' : isPending ? 'unknown' : data.ok ? 'up' : 'down';
  const words = { up: 'Healthy', down: isError ? 'Server unreachable' : 'Database down', unknown: 'Checking' }[state];
  const latency = state === 'up' && data !== undefined ? `${Math.max(1, Math.round(data.latencyMs))} ms` : '';
  return (
    <div class={`health health-${state}`} title={isError ? 'The server does not answer.' : data?.detail}>
      <span class="health-dot" aria-hidden="true" />
      <span class="health-words">{words}</span>
      <span class="health-more">{[config?.store, latency].filter(Boolean).join(' · ')}</span>
    </div>
  );
}
