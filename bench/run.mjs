/**
 * `npm run bench -- NAME [--rounds N] [--json FILE]`: runs the bench of that name, prints its report as Markdown, and
 * writes the figures behind it to FILE.
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { machine } from './machine.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, rounds: { type: 'string', default: '5' } },
});

const names = readdirSync(import.meta.dirname).filter((name) => existsSync(benchOf(name)));
const [name] = positionals;
const rounds = Number(values.rounds);

function benchOf(name) {
  return new URL(`./${name}/bench.mjs`, import.meta.url);
}

if (positionals.length !== 1 || !names.includes(name) || !Number.isInteger(rounds) || rounds < 1) {
  console.error(`Usage: npm run bench -- NAME [--rounds N] [--json FILE]\nBenches: ${names.join(', ')}`);
  process.exit(2);
}

const { run } = await import(benchOf(name).href);
const about = machine();
const startedAt = new Date().toISOString();
const { markdown, figures } = await run({ rounds, tell: (line) => console.error(line) });
console.log(`${about.markdown}\n\n${markdown}`);
if (values.json !== undefined) {
  writeFileSync(
    values.json,
    `${JSON.stringify({ bench: name, startedAt, rounds, ...about.facts, figures }, null, 2)}\n`,
  );
}
