/** A call that did not do what it should have done. */
export class ApiProblem extends Error {
  constructor(
    /** undefined: no answer came. */
    readonly status: number | undefined,
    message: string,
    /** What is wrong with each field or parameter. */
    readonly errors: Readonly<Record<string, readonly string[]>> = {},
  ) {
    super(message);
  }
}

/** The text of a failure, with what the server says of single fields. */
export function problemText(error: unknown): string {
  if (!(error instanceof ApiProblem)) return error instanceof Error ? error.message : String(error);
  const fields = Object.entries(error.errors).map(([field, messages]) => `${field}: ${messages.join(', ')}`);
  return fields.length === 0 ? error.message : fields.join(' · ');
}
