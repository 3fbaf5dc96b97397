import type { JobType } from '../api/types.js';
import { indentJson } from '../json/indent-json.js';
import { checkJson } from '../json/check-json.js';
import { controlProps, FormField } from './form-field.js';

interface Props {
  readonly text: string;
  readonly faults: readonly string[] | undefined;
  readonly type: JobType | undefined;
  readonly onChange: (text: string) => void;
}

/** The payload as text. It is sent as it is written. */
export function PayloadField({ text, faults, type, onChange }: Props) {
  const lines = Math.min(24, Math.max(6, text.split('\n').length + 1));
  const canIndent = text.trim() !== '' && checkJson(text) === undefined;
  const example: unknown = type?.example ?? null;
  return (
    <FormField name="payload" label="Payload" faults={faults}>
      <textarea
        {...controlProps('payload', faults)}
        class="code-input"
        dir="ltr"
        rows={lines}
        spellcheck={false}
        value={text}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <div class="field-tools">
        <button type="button" class="link-button" disabled={!canIndent} onClick={() => onChange(indentJson(text))}>
          Indent
        </button>
        {example !== null && (
          <button type="button" class="link-button" onClick={() => onChange(JSON.stringify(example, null, 2))}>
            Take the example
          </button>
        )}
      </div>
      {type !== undefined && type.payload_schema !== null && (
        <details class="schema">
          <summary>Schema of this type</summary>
          <pre class="code" dir="ltr">
            {JSON.stringify(type.payload_schema, null, 2)}
          </pre>
        </details>
      )}
    </FormField>
  );
}
