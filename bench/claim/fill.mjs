/**
 * Fills the tables with rows such as the program itself would have left there, events included, without creating each.
 *
 * @param sql see sql.mjs; its user must be allowed to turn triggers off, which only check what is right by construction
 * @param rows how many jobs there are of each kind
 */
export async function fill(sql, { queued = 0, delayed = 0, finished = 0 }) {
  await sql.run("SET session_replication_role = 'replica'");
  await sql.run(jobs(queued, { status: 'queued', priority: 50, wait: '-1 minute' }));
  await sql.run(jobs(delayed, { status: 'queued', priority: 90, wait: '1 day' }));
  await sql.run(jobs(finished, { status: 'succeeded', priority: 50, wait: '-1 minute' }));
  await sql.run(events(`'created', 0, NULL, 'Job created'`, 'true'));
  await sql.run(events(`'claimed', 1, 'bench:1:thread-1:00000000', 'Job claimed'`, `status = 'succeeded'`));
  await sql.run(events(`'succeeded', 1, 'bench:1:thread-1:00000000', 'Job succeeded'`, `status = 'succeeded'`));
  await sql.run("SET session_replication_role = 'origin'");
  await sql.run('VACUUM ANALYZE jobs_job, jobs_jobevent');
  await sql.run('CHECKPOINT');
}

/** Created one after the other, a tenth of a millisecond apart, the last of them a minute ago. */
function jobs(count, { status, priority, wait }) {
  const isDone = status === 'succeeded';
  return `
    INSERT INTO jobs_job (id, type, payload, status, priority, available_at, attempts, max_attempts,
                          created_at, updated_at, finished_at)
    SELECT uuidv7(at - now()), 'bench.nothing', '{}', '${status}', ${priority},
           ${wait.startsWith('-') ? 'at' : `at + interval '${wait}'`}, ${isDone ? 1 : 0}, 3, at, at, ${isDone ? 'at' : 'NULL'}
    FROM generate_series(1, ${count}) AS number,
         LATERAL (SELECT now() - interval '1 minute' - (${count} - number) * interval '0.1 ms' AS at)`;
}

function events(columns, condition) {
  return `
    INSERT INTO jobs_jobevent (job_id, type, attempt, worker_id, message, data, created_at)
    SELECT id, ${columns}, '{}', created_at FROM jobs_job WHERE ${condition} ORDER BY created_at`;
}
