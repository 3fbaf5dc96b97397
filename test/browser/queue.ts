import { once } from 'node:events';
import { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import type { Container } from 'inversify';
import { JobRepository } from '../../src/application/ports/job-repository.js';
import { buildContainer, STORE } from '../../src/container.js';
import { loadConfig } from '../../src/infrastructure/config.js';
import { closeApiServer } from '../../src/interfaces/http/create-server.js';
import type { HandlerMap } from '../../src/interfaces/worker/handler-map.js';
import { WorkerRunner } from '../../src/interfaces/worker/worker-runner.js';
import { buildPage } from '../support/built-page.js';

/** Fast enough to be watched by a test: leases of a second, back-offs of a fifth. */
const SETTINGS = {
  DATABASE_URL: 'memory:',
  JOB_DEMO_HANDLERS: 'true',
  JOB_WORKER_LEASE_SECONDS: '1',
  JOB_WORKER_CLEANUP_INTERVAL_SECONDS: '0.1',
  JOB_WORKER_BACKOFF_BASE_SECONDS: '0.2',
  JOB_WORKER_SHUTDOWN_GRACE_SECONDS: '0',
  ALLOWED_HOSTS: '*',
};

export interface JobJson {
  readonly id: string;
  readonly status: string;
  readonly attempts: number;
}

/** The whole program in this process, on a store in memory. */
export class Queue {
  readonly container: Container;
  readonly server: Server;
  #runner: WorkerRunner | undefined;
  #nextPriority = 1_000;

  private constructor(settings: NodeJS.ProcessEnv, handlers?: HandlerMap) {
    const output = new PassThrough();
    output.resume();
    this.container = buildContainer(loadConfig({ ...SETTINGS, ...settings }, 'start'), handlers, output);
    this.server = this.container.get(Server);
  }

  static async open(settings: NodeJS.ProcessEnv = {}, handlers?: HandlerMap): Promise<Queue> {
    buildPage();
    const queue = new Queue(settings, handlers);
    await queue.container.get(STORE).migrations.latest();
    queue.server.listen(0, '127.0.0.1');
    await once(queue.server, 'listening');
    return queue;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  startWorker(): void {
    this.#runner = this.container.get(WorkerRunner);
    this.#runner.start();
  }

  /** Creates a job over the API. A string is its JSON. */
  async create(body: object | string): Promise<JobJson> {
    const response = await fetch(`${this.url}/api/jobs/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as JobJson;
  }

  async createMany(count: number, body: object): Promise<JobJson[]> {
    const jobs: JobJson[] = [];
    for (let index = 0; index < count; index += 1) jobs.push(await this.create(body));
    return jobs;
  }

  /** A job that has failed for good with this error, without a worker. */
  async createFailed(body: object, error = 'Intentional'): Promise<JobJson> {
    // Ahead of all others, those that were retried since included.
    this.#nextPriority += 1;
    const job = await this.create({ max_attempts: 1, priority: this.#nextPriority, ...body });
    await this.claimNext(error);
    return job;
  }

  /** Claims the next job and, with an `error`, fails it for good. */
  async claimNext(error?: string): Promise<void> {
    const repository = this.container.get(JobRepository);
    const [claim] = await repository.claim(['host:7:thread-1:0a0b0c0d'], 60_000);
    if (claim === undefined) throw new Error('There is nothing to claim');
    if (error !== undefined) await repository.settle(claim.token, { type: 'failed', error });
  }

  async job(id: string): Promise<JobJson> {
    return (await (await fetch(`${this.url}/api/jobs/${id}/`)).json()) as JobJson;
  }

  async close(): Promise<void> {
    await this.#runner?.stop();
    await closeApiServer(this.server, 0);
    await this.container.get(STORE).close();
  }
}
