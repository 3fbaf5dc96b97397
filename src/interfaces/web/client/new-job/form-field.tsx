import type { ReactNode } from 'react';

interface Props {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly faults: readonly string[] | undefined;
  readonly children: ReactNode;
}

/** A field with its label and what is wrong with it. Whatever is inside has the id `field-…`. */
export function FormField({ name, label, hint, faults = [], children }: Props) {
  return (
    <div class={`field ${faults.length > 0 ? 'field-bad' : ''}`}>
      <label for={`field-${name}`}>{label}</label>
      {children}
      {hint !== undefined && <span class="field-hint">{hint}</span>}
      <span id={`fault-${name}`} class="field-error" role="status">
        {faults.join('; ')}
      </span>
    </div>
  );
}

/** What a control inside a {@link FormField} needs to belong to it. */
export function controlProps(name: string, faults: readonly string[] | undefined) {
  const isBad = faults !== undefined && faults.length > 0;
  return { id: `field-${name}`, 'aria-invalid': isBad, 'aria-describedby': `fault-${name}` } as const;
}
