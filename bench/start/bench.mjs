import { atMost } from '../goals.mjs';
import { figureTable, goalTable } from '../tables.mjs';

export const title = 'npm start to the first job done';

const NAME = 'leasehold on SQLite';

export function measurements() {
  return [{ name: NAME, module: new URL('./measure.mjs', import.meta.url), database: 'sqlite' }];
}

export function report(figures) {
  const firstJob = ({ firstJobMs }) => firstJobMs;
  const columns = { 'listening after ms': ({ listeningMs }) => listeningMs, 'first job done after ms': firstJob };
  const goal = atMost('first job done', 2_000, figures[NAME].map(firstJob), ' ms');
  return [goalTable([goal]), figureTable(figures, 'program', [NAME], columns)].join('\n\n');
}
