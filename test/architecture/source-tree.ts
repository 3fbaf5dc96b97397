import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path/posix';
import ts from 'typescript';

/** Source texts by their path from the root of the repository, e.g. `src/domain/job.ts`. */
export type SourceTree = ReadonlyMap<string, string>;

/** What a rule found, each beginning with the path of the file. */
export type Violations = readonly string[];

export type Rule = (tree: SourceTree) => Violations;

export const ROOT = join(import.meta.dirname, '..', '..');

/** All TypeScript files below a folder of the repository. */
export function readSourceTree(folder: string): SourceTree {
  const entries = readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name));
  const paths = files.map((file) => join(file.parentPath, file.name));
  return new Map(paths.sort().map((path) => [relative(ROOT, path), readFileSync(path, 'utf8')]));
}

export interface Import {
  readonly specifier: string;
  /** The file of this repository that is meant, as `.ts` even if it is a `.tsx`; undefined for a package. */
  readonly file: string | undefined;
}

/** Everything that a file imports, re-exports or loads with `import()`, types as well as values. */
export function importsOf(path: string, text: string): readonly Import[] {
  return ts.preProcessFile(text, true, false).importedFiles.map(({ fileName: specifier }) => {
    const isRelative = specifier.startsWith('.');
    const file = isRelative ? normalize(join(dirname(path), specifier)).replace(/\.js$/, '.ts') : undefined;
    return { specifier, file };
  });
}

/** The name of the package of an import, e.g. `@scope/name` of `@scope/name/part`. */
export function packageOf(specifier: string): string {
  const parts = specifier.split('/');
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}
