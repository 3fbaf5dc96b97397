import pg from 'pg';
import type { PostgresLocation, RawDatabase } from './raw-database.js';

/** Adds a `created` event to each of these jobs by COPY. */
export async function copyEvents(database: RawDatabase<PostgresLocation>, jobIds: readonly unknown[]): Promise<void> {
  const client = new pg.Client(database.location.url);
  await client.connect();
  try {
    await new Promise<void>((resolve, reject) => {
      const done = (error?: Error | null) => (error ? reject(error) : resolve());
      const copy = new pg.Query('COPY jobs_jobevent (job_id, type, created_at) FROM STDIN (FORMAT csv)', [], done);
      // The driver would refuse to send data.
      Object.assign(copy, {
        handleCopyInResponse(connection: CopyTarget) {
          connection.sendCopyFromChunk(Buffer.from(jobIds.map((id) => `${id},created,2024-01-01Z\n`).join('')));
          connection.endCopyFrom();
        },
      });
      client.query(copy);
    });
  } finally {
    await client.end();
  }
}

interface CopyTarget {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}
