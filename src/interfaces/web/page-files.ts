import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What a file is sent in: as it is, or as the build compressed it. */
export const CODINGS = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof CODINGS)[number];

const SUFFIX: Readonly<Record<Coding, string>> = { br: '.br', gzip: '.gz', identity: '' };

/** The files of the page by name, each in all codings, and which of them the shell loads. */
export interface PageFiles {
  readonly entries: PageEntries;
  readonly contents: ReadonlyMap<string, Readonly<Record<Coding, Buffer>>>;
}

/** Names with a hash of the content, as the build wrote them into `manifest.json`. */
export interface PageEntries {
  /** Sets the theme before anything is painted. */
  readonly theme: string;
  readonly script: string;
  readonly style: string;
}

/**
 * Reads everything into memory, a few hundred kilobytes: a build beside a running process takes nothing away from it.
 *
 * @returns undefined if the page was not built
 */
export function readPageFiles(folder = pageFolder()): PageFiles | undefined {
  const path = (name: string) => `${folder}/${name}`;
  if (!existsSync(path('manifest.json'))) return undefined;
  const entries = JSON.parse(readFileSync(path('manifest.json'), 'utf8')) as PageEntries;
  const names = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name));
  const contents = names.map((name) => {
    const read = (coding: Coding) => readFileSync(path(name + SUFFIX[coding]));
    return [name, { br: read('br'), gzip: read('gzip'), identity: read('identity') }] as const;
  });
  return { entries, contents: new Map(contents) };
}

/** Beside this file in a build; when the source runs directly, in the build that lies beside the source. */
function pageFolder(): string {
  const built = fileURLToPath(new URL('./page/', import.meta.url));
  return existsSync(built) ? built : fileURLToPath(new URL('../../../dist/interfaces/web/page/', import.meta.url));
}
