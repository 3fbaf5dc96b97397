import { Link } from 'wouter';

/** The end of an id: ids of version 7 made at about the same time begin alike. */
export function shortId(id: string): string {
  return id.slice(-8);
}

export function JobLink({ id, children }: { readonly id: string; readonly children?: string }) {
  return (
    <Link href={`/jobs/${id}`} class="mono" title={id}>
      {children ?? shortId(id)}
    </Link>
  );
}
