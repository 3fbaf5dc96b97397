import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
/** Taken before anything is measured. */
const loadAtStart = loadavg()[0];

/**
 * What a reader has to know about where figures come from, as facts and as a paragraph.
 *
 * @param postgres version of the server, if there was one
 */
export function machine(postgres) {
  const { node: _ownLine, ...libraries } = read('./package.json').dependencies;
  const versions = { leasehold: read('../package.json').version, ...libraries };
  const facts = {
    postgres,
    platform: `${process.platform} ${process.arch}`,
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    loadAtStart,
    versions,
  };
  const server = postgres === undefined ? '' : ` PostgreSQL ${postgres} with its default settings, on the same cores;`;
  const markdown = [
    `${facts.platform}, ${facts.cores} cores (${facts.cpu}), ${facts.memoryGiB} GiB;${server}`,
    `load average when it started: ${loadAtStart.toFixed(2)}.`,
    `\n${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}.`,
  ].join(' ');
  return { facts, markdown };
}
