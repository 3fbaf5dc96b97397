import { useState } from 'react';
import { Link } from 'wouter';
import { apiUrl } from '../api/call-api.js';
import { useJobTypes } from '../api/queries.js';
import { useTypeNames } from '../api/use-type-names.js';
import { serverNow } from '../state/server-clock.js';
import { CopyButton } from '../ui/copy-button.js';
import { curlPost } from '../ui/curl.js';
import { useWallClock } from '../ui/instant.js';
import { shortId } from '../ui/job-link.js';
import { ChangeList } from './change-list.js';
import { bodyOf, type Draft } from './draft.js';
import { draftFaults } from './draft-faults.js';
import { controlProps, FormField } from './form-field.js';
import { MoreFields } from './more-fields.js';
import { PayloadField } from './payload-field.js';
import { useCreate } from './use-create.js';
import { useDraft } from './use-draft.js';

interface Props {
  /** The job that is copied. */
  readonly from: string | null;
  readonly start: Draft;
}

/** All fields of a job, checked while they are typed, and the same as a command. */
export function NewJobForm({ from, start }: Props) {
  const { draft, original, change, forget, reset } = useDraft(from, start);
  const { create, isBusy, refused } = useCreate(forget);
  const [wasSent, setSent] = useState(false);
  const { data: types } = useJobTypes();
  const names = useTypeNames();
  const clock = useWallClock();
  const type = types?.find((each) => each.type === draft.type);
  const seen = draftFaults(draft, type);
  const faults = { ...refused, ...(wasSent || draft.type !== '' ? seen : {}) };
  const body = bodyOf(draft, clock, serverNow());
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setSent(true);
    if (Object.keys(seen).length === 0) void create(bodyOf(draft, clock, serverNow()));
  };
  return (
    <form class="new-job" onSubmit={submit}>
      <header class="view-head">
        <h1>{from === null ? 'New job' : 'Edit and run as new'}</h1>
        {from !== null && (
          <span class="muted">
            from <Link href={`/jobs/${from}`}>{shortId(from)}</Link>, which stays as it is
          </span>
        )}
      </header>
      <div class="card form-card">
        <FormField name="type" label="Type" faults={faults.type} hint={typeHint(draft.type, names, type?.registered)}>
          <input
            {...controlProps('type', faults.type)}
            list="known-types"
            autocomplete="off"
            spellcheck={false}
            placeholder="report.daily"
            value={draft.type}
            onInput={(event) => change({ type: event.currentTarget.value })}
          />
        </FormField>
        <datalist id="known-types">
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <PayloadField
          text={draft.payload}
          faults={faults.payload}
          type={type}
          onChange={(payload) => change({ payload })}
        />
        <MoreFields draft={draft} faults={faults} clock={clock} onChange={change} />
        <footer class="dialog-foot">
          <button type="button" class="link-button" onClick={reset}>
            Start over
          </button>
          <span class="spacer" />
          <button type="submit" class="button button-main" disabled={isBusy}>
            {isBusy ? 'Creating…' : 'Create job'}
          </button>
        </footer>
      </div>
      <aside class="new-job-side">
        {from !== null && <ChangeList before={original} after={draft} />}
        <section class="card">
          <div class="card-head">
            <h2>As a command</h2>
            <CopyButton text={curlPost(apiUrl('jobs/'), body)} what="Command" />
          </div>
          <pre class="code" dir="ltr">
            {curlPost(apiUrl('jobs/'), body)}
          </pre>
        </section>
      </aside>
    </form>
  );
}

function typeHint(name: string, names: readonly string[], isRegistered: boolean | undefined): string | undefined {
  if (name === '' || names.length === 0) return undefined;
  if (isRegistered === true) return 'A handler of this process has it.';
  return names.includes(name) ? 'Known from stored jobs.' : 'Not known here; a worker elsewhere may have its handler.';
}
