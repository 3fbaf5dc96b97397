/** A command for a POSIX shell that sends `json` to `url`. */
export function curlPost(url: string, json?: string): string {
  if (json === undefined) return `curl -X POST ${quote(url)}`;
  return `curl ${quote(url)} \\\n  -H 'Content-Type: application/json' \\\n  -d ${quote(json)}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
