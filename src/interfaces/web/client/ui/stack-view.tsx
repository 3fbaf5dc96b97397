import { useState } from 'react';

const FRAME = /^\s+at /;
/** Frames of the runtime and of installed packages: rarely where the fault is. */
const FOREIGN = /node:internal|node_modules|\(node:|at node:|<anonymous>/;

/** The text of an error. The frames of its stack that are not the application's own are folded away. */
export function StackView({ text }: { readonly text: string }) {
  const [showsAll, setShowsAll] = useState(false);
  const lines = text.split('\n');
  const isForeign = (line: string) => FRAME.test(line) && FOREIGN.test(line);
  const folded = lines.filter(isForeign).length;
  return (
    <div class="stack">
      <pre dir="auto">{lines.filter((line) => showsAll || !isForeign(line)).join('\n')}</pre>
      {folded > 0 && (
        <button type="button" class="link-button" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Hide' : 'Show'} {folded} {folded === 1 ? 'frame' : 'frames'} of Node.js and packages
        </button>
      )}
    </div>
  );
}
