import { type HistoryReader, Inspection, type SchemaFaults } from '../../application/ports/inspection.js';
import type { InMemoryJobTable } from './in-memory-job-table.js';

/** Looks at the in-memory store, which has no schema and needs no upkeep. */
export class InMemoryInspection extends Inspection {
  constructor(private readonly table: InMemoryJobTable) {
    super();
  }

  async now(): Promise<number> {
    return Date.now();
  }

  async schemaFaults(): Promise<SchemaFaults> {
    return { missing: [], invalid: [] };
  }

  async upkeep(): Promise<readonly never[]> {
    return [];
  }

  async readHistories(reader: HistoryReader): Promise<void> {
    for (const job of this.table.all()) {
      reader.job({ ...job, hasResult: job.result !== null, hasError: job.lastError !== '' });
      for (const event of this.table.eventsOf(job.id)) reader.event(event);
    }
    for (const event of this.table.events) if (this.table.get(event.jobId) === undefined) reader.event(event);
  }
}
