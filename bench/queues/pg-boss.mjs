import { PgBoss } from 'pg-boss';
import { openSql } from '../sql.mjs';
import { expectCount, inChunks } from './queues.mjs';

const QUEUE = 'nothing';
/** As fast as it gets: batches, and the next one at once while they are full. */
const WORK = { batchSize: 50, burstWhenBatchFull: true };

export async function open({ url, slots }) {
  const boss = new PgBoss({ connectionString: url, useListenNotify: true });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  await boss.createQueue(QUEUE, { notify: true });
  const sql = await openSql(url);
  return {
    create: () => boss.send(QUEUE, {}),
    fill: async (count) => {
      await inChunks(count, 1_000, (size) =>
        boss.insert(
          QUEUE,
          Array.from({ length: size }, () => ({ data: {} })),
        ),
      );
      await sql.run('VACUUM ANALYZE');
    },
    work: async (onJob) => {
      await boss.work(QUEUE, { ...WORK, localConcurrency: slots }, async (jobs) => {
        for (const _job of jobs) onJob();
      });
      return () => boss.offWork(QUEUE);
    },
    unfinished: () => sql.count(`SELECT count(*) FROM pgboss.job WHERE state <> 'completed'`),
    check: async (count) => expectCount('jobs', await sql.count('SELECT count(*) FROM pgboss.job'), count),
    close: async () => {
      await boss.stop({ graceful: false });
      await sql.close();
    },
  };
}
