/** Runs the benches that the arguments name, prints their reports as Markdown, and writes the figures behind them to a file. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { readArguments } from './arguments.mjs';
import { machine } from './machine.mjs';
import { installedNode } from './own-process.mjs';
import { startDefaultPostgres } from './postgres.mjs';
import { inRounds } from './rounds.mjs';

const benchOf = (name) => new URL(`./${name}/bench.mjs`, import.meta.url);
const all = readdirSync(import.meta.dirname).filter((name) => existsSync(benchOf(name)));
const { names, rounds, jobs, json, node: chosenNode } = readArguments(all);

let starting;
const server = () => {
  starting ??= startDefaultPostgres();
  return starting;
};
const startedAt = new Date().toISOString();
const figures = {};
/** Version of the Node.js that each bench ran on. */
const nodes = {};
const sections = [];
for (const name of names) {
  const { title, measurements, report, node: wantedNode } = await import(benchOf(name).href);
  const tell = (line) => console.error(`${name}: ${line}`);
  const node = chosenNode ?? wantedNode ?? installedNode();
  nodes[name] = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  sections.push(`### ${title}`, `On Node.js ${nodes[name]}.`);
  try {
    figures[name] = await inRounds(measurements({ jobs }), { rounds, server, node, tell });
    sections.push(report(figures[name]));
  } catch (error) {
    // The other benches can still be run.
    process.exitCode = 1;
    sections.push(`No figures: ${error.message}`);
  }
}
const postgres = await starting?.catch(() => undefined);
await postgres?.stop();
const { facts, markdown } = machine(postgres?.version);
console.log([markdown, 'Medians over the rounds, in brackets the least and the greatest.', ...sections].join('\n\n'));
if (json !== undefined) {
  writeFileSync(json, `${JSON.stringify({ startedAt, rounds, jobs, nodes, ...facts, figures }, null, 2)}\n`);
}
