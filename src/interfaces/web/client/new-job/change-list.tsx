import { changesOf } from './changes.js';
import type { Draft } from './draft.js';

/** How the new job differs from the one it was made from. */
export function ChangeList({ before, after }: { readonly before: Draft; readonly after: Draft }) {
  const changes = changesOf(before, after);
  return (
    <section class="card">
      <h2>Changes</h2>
      {changes.length === 0 && <p class="muted">None: this would be the same job once more.</p>}
      {changes.map(({ field, removed, added }) => (
        <div key={field} class="change">
          <h3>{field}</h3>
          <pre dir="ltr">
            {removed.map((line, index) => (
              <del key={index}>− {line}</del>
            ))}
            {added.map((line, index) => (
              <ins key={index}>+ {line}</ins>
            ))}
          </pre>
        </div>
      ))}
    </section>
  );
}
