import { CopyButton } from '../ui/copy-button.js';
import { StackView } from '../ui/stack-view.js';

/** Why the latest attempt did not succeed. */
export function JobError({ text }: { readonly text: string }) {
  return (
    <section class="card error-card" aria-label="Last error">
      <div class="card-head">
        <h2>Last error</h2>
        <CopyButton text={text} what="Error" />
      </div>
      <StackView text={text} />
    </section>
  );
}
