/** A random key. `crypto.randomUUID` exists only where the page came over HTTPS or from this machine. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
