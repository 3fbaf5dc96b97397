import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressOf, startProgram } from '../program.mjs';
import { until } from '../until.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** From `npm start`, with everything built and no database file yet, until the first job that a client creates is done. */
export async function measure({ url }) {
  const startedAt = performance.now();
  const program = startProgram('npm', ['start'], {
    cwd: root,
    env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, DATABASE_URL: url, PORT: '0' },
  });
  const address = await addressOf(program);
  const listeningMs = performance.now() - startedAt;
  const { id } = await json(`${address}/api/jobs/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'demo.success', payload: { sleep_seconds: 0 } }),
  });
  await until(async () => (await json(`${address}/api/jobs/${id}/`)).status === 'succeeded');
  const firstJobMs = performance.now() - startedAt;
  await program.stop();
  return { listeningMs, firstJobMs };
}

async function json(url, request) {
  const response = await fetch(url, request);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json();
}
