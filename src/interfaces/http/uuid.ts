const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Any version and variant, in the form 8-4-4-4-12 alone. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
