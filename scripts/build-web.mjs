/**
 * Bundles the operator's page (src/interfaces/web/client) into dist/interfaces/web/page: files with a hash in their
 * name, each also compressed, and a manifest that says which of them the shell loads. Fails if the page outgrows its budget.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const client = join(root, 'src/interfaces/web/client');
const folder = join(root, 'dist/interfaces/web/page');

/** Most bytes after gzip. The script and the style are what a first visit waits for; the chart comes later. */
const budgets = { script: 60_000, style: 10_000, chart: 26_000 };

const shared = {
  bundle: true,
  minify: true,
  outdir: folder,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  target: ['chrome116', 'firefox124', 'safari17.4'],
  metafile: true,
  logLevel: 'warning',
};

// The page is written against React's interface and runs on Preact, which has the same one at a tenth of the size.
const preact = {
  react: 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
  'use-sync-external-store/shim/index.js': 'preact/compat',
};

const [page, theme] = await Promise.all([
  build({
    ...shared,
    entryPoints: [join(client, 'main.tsx'), join(client, 'styles/page.css')],
    format: 'esm',
    splitting: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    alias: preact,
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'eof',
  }),
  build({ ...shared, entryPoints: [join(client, 'theme-boot.ts')], format: 'iife' }),
]);

/** The name of the output that an entry point, or a module that is loaded later, became. */
function outputOf({ metafile }, source) {
  const found = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(source));
  if (found === undefined) throw new Error(`${source} was not built`);
  return basename(found[0]);
}

const manifest = {
  theme: outputOf(theme, 'client/theme-boot.ts'),
  script: outputOf(page, 'client/main.tsx'),
  style: outputOf(page, 'styles/page.css'),
};

/** The file and everything that the browser must have with it before it runs. */
function withStaticImports(name) {
  const output = Object.entries(page.metafile.outputs).find(([path]) => basename(path) === name)?.[1];
  const needed = output?.imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => basename(path));
  return [...new Set([name, ...(needed ?? []).flatMap(withStaticImports)])];
}

const entryFiles = withStaticImports(manifest.script);
const parts = {
  script: entryFiles,
  style: [manifest.style],
  chart: withStaticImports(outputOf(page, 'client/charts/plot.ts')).filter((name) => !entryFiles.includes(name)),
};

const sizes = new Map();
for (const path of [page, theme].flatMap(({ metafile }) => Object.keys(metafile.outputs))) {
  const content = await readFile(join(root, path));
  const [br, gz] = await Promise.all([promisify(brotliCompress)(content), promisify(gzip)(content, { level: 9 })]);
  await Promise.all([writeFile(join(root, `${path}.br`), br), writeFile(join(root, `${path}.gz`), gz)]);
  sizes.set(basename(path), gz.length);
}

for (const [part, names] of Object.entries(parts)) {
  const size = names.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);
  console.error(`page: ${part} ${size} of ${budgets[part]} bytes after gzip`);
  if (size > budgets[part]) throw new Error(`The ${part} of the page outgrew its budget`);
}
await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
