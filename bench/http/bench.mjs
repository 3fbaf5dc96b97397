import { atLeast, ratios } from '../goals.mjs';
import { figureTable, goalTable } from '../tables.mjs';

export const title = 'Create over HTTP, 50 connections';

const module = new URL('./measure.mjs', import.meta.url);
const API = ['../../dist/main.js', 'api'];
const OWN = 'leasehold on PostgreSQL';
const IN_MEMORY = 'leasehold in memory';
const BARE = 'bare Express, no database';

export function measurements({ jobs = 20_000 }) {
  return [
    { name: OWN, module, options: { args: API, jobs }, database: 'postgres' },
    { name: IN_MEMORY, module, options: { args: API, databaseUrl: 'memory:', jobs } },
    { name: BARE, module, options: { args: ['./bare-express.mjs'], databaseUrl: null, jobs } },
  ];
}

export function report(figures) {
  const rate = ({ perSecond }) => perSecond;
  const goals = [
    atLeast('rate against bare Express', 0.55, ratios(figures, OWN, BARE, rate)),
    atLeast('rate against itself in memory', undefined, ratios(figures, OWN, IN_MEMORY, rate)),
  ];
  const columns = { 'requests a second': rate };
  return [goalTable(goals), figureTable(figures, 'server', [OWN, IN_MEMORY, BARE], columns)].join('\n\n');
}
