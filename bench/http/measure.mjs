import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { Meter } from '../meter.mjs';
import { addressOf, startProgram } from '../program.mjs';
import { expectCount } from '../queues/queues.mjs';
import { openSql } from '../sql.mjs';

const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url));
const CONNECTIONS = 50;

/**
 * How many jobs a second come in over HTTP, on 50 connections that wait for each answer.
 *
 * @param args of `node`, which starts the server
 * @param databaseUrl instead of a new PostgreSQL; null: the server has none
 */
export async function measure({ args, url, databaseUrl = url, jobs }) {
  const [script, ...rest] = args;
  const program = startProgram(process.execPath, [fileOf(script), ...rest], {
    env: { PORT: '0', ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) },
  });
  const target = `${await addressOf(program)}/api/jobs/`;
  const perSecond = await post(target, jobs);
  await program.stop();
  if (url !== undefined) await expectRows(url, jobs);
  return { perSecond };
}

async function post(url, amount) {
  const body = JSON.stringify({ type: 'bench.nothing', payload: { to: 'someone@example.com', subject: 'Hello' } });
  const headers = { 'content-type': 'application/json' };
  // Its own clock ticks in seconds.
  const meter = new Meter(amount);
  const load = autocannon({ url, method: 'POST', headers, body, connections: CONNECTIONS, amount });
  load.on('response', () => meter.tick());
  await meter.finished;
  const perSecond = meter.perSecond();
  const { statusCodeStats } = await load;
  expectCount('answers 201', statusCodeStats['201']?.count ?? 0, amount);
  return perSecond;
}

async function expectRows(url, count) {
  const sql = await openSql(url);
  expectCount('jobs', await sql.count('SELECT count(*) FROM jobs_job'), count);
  expectCount('events', await sql.count(`SELECT count(*) FROM jobs_jobevent WHERE type = 'created'`), count);
  await sql.close();
}
