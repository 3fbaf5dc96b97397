import { Link } from 'wouter';
import { apiUrl } from '../api/call-api.js';
import { useConfig } from '../api/queries.js';
import { useCreate } from '../new-job/use-create.js';
import { CopyButton } from '../ui/copy-button.js';
import { curlPost } from '../ui/curl.js';
import { Empty } from '../ui/states.js';

const DEMOS: readonly (readonly [type: string, what: string])[] = [
  ['demo.success', 'succeeds after a second'],
  ['demo.fail', 'fails, is retried, fails for good'],
  ['demo.flaky', 'fails at first, then succeeds'],
  ['demo.slow', 'outlives its lease and renews it'],
  ['demo.timeout', 'loses its lease and is taken back'],
];

/** An empty queue: how to make the first job, here or from a shell. */
export function FirstJob() {
  const { data } = useConfig();
  const command = curlPost(apiUrl('jobs/'), '{"type": "demo.success", "payload": {"sleep_seconds": 1}}');
  const demos = DEMOS.filter(([type]) => data?.job_types.includes(type) === true);
  return (
    <Empty icon="jobs" title="No jobs yet">
      <p>Jobs come in over the API, or from here.</p>
      <div class="command">
        <pre dir="ltr">{command}</pre>
        <CopyButton text={command} what="Command" />
      </div>
      {demos.length > 0 && <Demos demos={demos} />}
      <p>
        <Link href="/jobs/new" class="button button-main">
          Write a job
        </Link>
      </p>
    </Empty>
  );
}

function Demos({ demos }: { readonly demos: typeof DEMOS }) {
  const { create, isBusy } = useCreate(() => {});
  return (
    <ul class="demos">
      {demos.map(([type, what]) => (
        <li key={type}>
          <button type="button" class="button" disabled={isBusy} onClick={() => void create(JSON.stringify({ type }))}>
            {type}
          </button>
          <span class="muted">{what}</span>
        </li>
      ))}
    </ul>
  );
}
