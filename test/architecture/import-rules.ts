import { importsOf, packageOf, type Rule, type SourceTree } from './source-tree.js';

interface Layer {
  /** Layers whose files may be imported, beside the layer itself. */
  readonly below: readonly string[];
  readonly mayImportPackage: (name: string) => boolean;
}

/** Packages that belong behind a port. */
const INFRASTRUCTURE_PACKAGES = ['knex', 'pg', 'sqlite3', 'winston', 'uuid'];

const LAYERS: Readonly<Record<string, Layer>> = {
  domain: { below: [], mayImportPackage: () => false },
  application: { below: ['domain'], mayImportPackage: () => false },
  infrastructure: { below: ['domain', 'application'], mayImportPackage: () => true },
  interfaces: {
    below: ['domain', 'application'],
    mayImportPackage: (name) => !INFRASTRUCTURE_PACKAGES.includes(name),
  },
};

const COMPOSITION_ROOT = 'src/container.ts';
const COMPOSITION_PACKAGES = ['inversify', 'reflect-metadata'];

/** `domain` for `src/domain/job.ts`; undefined for the files directly below src, which may import all layers. */
const layerOf = (path: string) => /^src\/([^/]+)\//.exec(path)?.[1];

/** Imports point inwards: interfaces and infrastructure to the application, and that to the domain. */
export const layersPointInwards: Rule = (tree) =>
  eachImport(tree, (path, { specifier, file }) => {
    const name = layerOf(path);
    if (name === undefined) return undefined;
    const layer = LAYERS[name];
    if (layer === undefined) return `${path} is in no known layer`;
    if (file === undefined) {
      return layer.mayImportPackage(packageOf(specifier)) ? undefined : `${path} imports the package ${specifier}`;
    }
    const target = layerOf(file);
    const isAllowed = target === name || (target !== undefined && layer.below.includes(target));
    return isAllowed ? undefined : `${path} imports ${file}`;
  });

/** Only the composition root knows the container, and it loads reflect-metadata once. */
export const containerIsKnownToTheRootOnly: Rule = (tree) => {
  const strays = eachImport(tree, (path, { specifier }) =>
    path !== COMPOSITION_ROOT && COMPOSITION_PACKAGES.includes(packageOf(specifier))
      ? `${path} imports ${specifier}`
      : undefined,
  );
  const inRoot = importsOf(COMPOSITION_ROOT, tree.get(COMPOSITION_ROOT) ?? '');
  const loads = inRoot.filter(({ specifier }) => specifier === 'reflect-metadata').length;
  return loads === 1 ? strays : [...strays, `${COMPOSITION_ROOT} imports reflect-metadata ${loads} times`];
};

const CLIENT = 'src/interfaces/web/client/';
/** What is bundled with the page; `react` is Preact there. */
const CLIENT_PACKAGES = ['@tanstack/react-query', 'react', 'react-dom', 'uplot', 'wouter'];

/** The page in the browser and the server know each other by the API alone. */
export const clientStandsAlone: Rule = (tree) =>
  eachImport(tree, (path, { specifier, file }) => {
    const isClient = path.startsWith(CLIENT);
    const isAllowed =
      file === undefined
        ? !isClient || CLIENT_PACKAGES.includes(packageOf(specifier))
        : file.startsWith(CLIENT) === isClient;
    return isAllowed ? undefined : `${path} imports ${file ?? `the package ${specifier}`}`;
  });

/** Every relative import leads to a file. (A wrong one would be a hole in the other rules.) */
export const importsLeadSomewhere: Rule = (tree) =>
  eachImport(tree, (path, { specifier, file }) =>
    file === undefined || pathIn(tree, file) !== undefined
      ? undefined
      : `${path} imports ${specifier}, which is no source file`,
  );

/** No file needs itself, by whatever detour; imports of types count as well. */
export const importsHaveNoCycle: Rule = (tree) => {
  const finished = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) cycles.push([...trail.slice(start), path].join(' → '));
    if (start >= 0 || finished.has(path)) return;
    for (const { file } of importsOf(path, tree.get(path) ?? '')) {
      if (file !== undefined) visit(pathIn(tree, file) ?? file, [...trail, path]);
    }
    finished.add(path);
  };
  for (const path of tree.keys()) visit(path, []);
  return cycles;
};

/** The file itself, or the one with JSX in it that has its name; undefined if there is neither. */
function pathIn(tree: SourceTree, file: string): string | undefined {
  return [file, `${file}x`].find((path) => tree.has(path));
}

function eachImport(
  tree: SourceTree,
  check: (path: string, imported: ReturnType<typeof importsOf>[number]) => string | undefined,
): readonly string[] {
  return [...tree]
    .flatMap(([path, text]) => importsOf(path, text).map((imported) => check(path, imported)))
    .filter((violation) => violation !== undefined);
}
