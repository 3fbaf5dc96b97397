import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

/** What a reader has to know about where figures come from, as facts and as a paragraph. */
export function machine() {
  const libraries = Object.keys(read('./package.json').dependencies);
  const versions = {
    leasehold: read('../package.json').version,
    ...Object.fromEntries(libraries.map((name) => [name, read(`./node_modules/${name}/package.json`).version])),
  };
  const facts = {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    loadAtStart: loadavg()[0],
    versions,
  };
  const libraryList = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const markdown = [
    `Node.js ${facts.node}, ${facts.platform}, ${facts.cores} cores (${facts.cpu}), ${facts.memoryGiB} GiB;`,
    `load average when it started: ${facts.loadAtStart.toFixed(2)}.`,
    `\n${libraryList.join(', ')}.`,
  ].join(' ');
  return { facts, markdown };
}
