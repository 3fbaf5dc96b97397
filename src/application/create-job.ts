import { InvalidInputError } from '../domain/errors.js';
import type { Instant, Job } from '../domain/job.js';
import type { JsonValue } from '../domain/json.js';
import { DEFAULT_PRIORITY, validNewJob } from '../domain/new-job.js';
import type { Ids } from './ports/ids.js';
import type { JobRepository } from './ports/job-repository.js';
import type { JobTypes } from './ports/job-types.js';
import type { QueueSettings } from './ports/queue-settings.js';
import type { WakeUp } from './ports/wake-up.js';

export interface CreateJobInput {
  readonly type: string;
  /** `{}` if absent. */
  readonly payload?: JsonValue;
  /** 50 if absent. */
  readonly priority?: number;
  /** At once if absent or null. */
  readonly availableAt?: Instant | null;
  readonly maxAttempts?: number;
  readonly idempotencyKey?: string | null;
}

/** Puts a job into the queue, unless one with its idempotency key is there already. */
export class CreateJob {
  constructor(
    private readonly repository: JobRepository,
    private readonly ids: Ids,
    private readonly types: JobTypes,
    private readonly settings: QueueSettings,
    private readonly wakeUp: WakeUp,
  ) {}

  /** @throws InvalidInputError naming each field that breaks a rule */
  async execute(input: CreateJobInput): Promise<{ readonly job: Job; readonly replayed: boolean }> {
    const draft = validNewJob({
      id: this.ids.next(),
      type: input.type,
      payload: input.payload === undefined ? {} : input.payload,
      priority: input.priority ?? DEFAULT_PRIORITY,
      availableAt: input.availableAt ?? null,
      maxAttempts: input.maxAttempts ?? this.settings.maxAttemptsDefault,
      idempotencyKey: input.idempotencyKey ?? null,
    });
    const problems = this.types.payloadProblems(draft.type, draft.payload);
    if (problems.length > 0) throw new InvalidInputError({ payload: problems });
    const created = await this.repository.create(draft);
    if (!created.replayed) this.wakeUp.signal();
    return created;
  }
}
