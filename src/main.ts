#!/usr/bin/env node
import { Server } from 'node:http';
import { Logger } from './application/ports/logger.js';
import { Diagnose } from './application/queries/diagnose.js';
import { ANNOUNCEMENTS, buildContainer, STORE } from './container.js';
import { type Config, loadConfig, processEnvironment } from './infrastructure/config.js';
import type { Setting } from './infrastructure/configuration/setting.js';
import { SETTINGS } from './infrastructure/configuration/settings.js';
import type { Store } from './infrastructure/persistence/store.js';
import { programVersion } from './infrastructure/version.js';
import { type CommandName, type Invocation, parseCommandLine } from './interfaces/cli/command-line.js';
import { doctorReport } from './interfaces/cli/doctor.js';
import { failureLines } from './interfaces/cli/failure-lines.js';
import { httpService } from './interfaces/cli/http-service.js';
import { loadHandlersUnless } from './interfaces/cli/load-handlers-unless.js';
import { type CommandResult, migrate } from './interfaces/cli/migrate.js';
import { guardProcess, outliveReaders } from './interfaces/cli/process-guards.js';
import { type Service, serve } from './interfaces/cli/serve.js';
import { StopSignals } from './interfaces/cli/stop-signals.js';
import { commandUsage, programUsage } from './interfaces/cli/usage.js';
import type { HandlerMap } from './interfaces/worker/handler-map.js';
import { settlesWithin } from './interfaces/worker/start-timer.js';
import { WorkerRunner } from './interfaces/worker/worker-runner.js';

/** For the store to finish what is under way at the end; a database that went away must not hold up the process. */
const CLOSE_STORE_MS = 5_000;

/** Exit code of a doctor who found out nothing. */
const COULD_NOT_CHECK = 2;

type Serve = Extract<Invocation, { kind: 'serve' }>;
type Doctor = Extract<Invocation, { kind: 'doctor' }>;
type OneShot = Extract<Invocation, { kind: 'migrate' | 'doctor' }>;

/** @returns the exit code */
async function run(invocation: Invocation): Promise<number> {
  switch (invocation.kind) {
    case 'help':
      console.log(usage(invocation.command));
      return 0;
    case 'version':
      console.log(programVersion());
      return 0;
    case 'mistake':
      console.error(`leasehold: ${invocation.message}\n\n${usage(invocation.command)}`);
      return 2;
    case 'migrate':
      return runOnce(invocation, (container) => migrate(container.get(STORE).migrations, invocation.action));
    case 'doctor':
      return runDoctor(invocation);
    case 'serve':
      return runServices(invocation);
  }
}

/** Whatever keeps the doctor from checking is another matter than what it finds. */
async function runDoctor(invocation: Doctor): Promise<number> {
  try {
    return await runOnce(invocation, async (container) => {
      return doctorReport(await container.get(Diagnose).execute(), invocation.asJson);
    });
  } catch (error) {
    fail(error);
    return COULD_NOT_CHECK;
  }
}

/** Runs a command that does its work on the store and ends. */
async function runOnce(
  { command }: OneShot,
  work: (container: ReturnType<typeof buildContainer>) => Promise<CommandResult>,
): Promise<number> {
  const container = buildContainer(loadConfig(processEnvironment(), command), undefined, process.stderr);
  try {
    const { lines, exitCode } = await work(container);
    for (const line of lines) console.log(line);
    return exitCode;
  } finally {
    await settlesWithin(container.get(STORE).close(), CLOSE_STORE_MS);
  }
}

async function runServices({ command, handlersPath }: Serve): Promise<number> {
  const signals = new StopSignals(process);
  const config = loadConfig(environmentWith(handlersPath), command);
  const handlers = await handlersOf(config, signals);
  if (handlers === undefined) return 0;
  const container = buildContainer(config, handlers);
  const logger = container.get(Logger);
  guardProcess(logger);
  const store = container.get(STORE);
  const services: Service[] = [];
  if (command !== 'worker') {
    const settings = { host: config.http.host, port: config.http.port, graceMs: config.worker.shutdownGraceMs };
    const announcements = container.get(ANNOUNCEMENTS);
    const announce = (url: string) => announcements.info(`Leasehold is listening on ${url}`);
    services.push(httpService(container.get(Server), settings, announce));
  }
  if (command !== 'api') services.push(container.get(WorkerRunner));
  try {
    await serve(() => migrateAtStart(store.migrations, logger), services, signals, logger);
  } finally {
    await settlesWithin(store.close(), CLOSE_STORE_MS);
  }
  logger.info('Stopped');
  return 0;
}

/** @returns undefined if a stop signal came first */
async function handlersOf({ worker }: Config, signals: StopSignals): Promise<HandlerMap | undefined> {
  if (worker.handlersPath === undefined) return new Map();
  const { name, kind } = SETTINGS.handlers;
  return loadHandlersUnless(signals.first, worker.handlersPath, `${name} must be ${kind.allowed}`);
}

/** The option takes the place of the variable, and is held to the same rule. */
function environmentWith(handlersPath: string | undefined): NodeJS.ProcessEnv {
  const environment = processEnvironment();
  return handlersPath === undefined ? environment : { ...environment, [SETTINGS.handlers.name]: handlersPath };
}

/** Any number of processes may do this at the same time. */
async function migrateAtStart(migrations: Store['migrations'], logger: Logger): Promise<void> {
  const applied = await migrations.latest();
  if (applied.length > 0) logger.info('Schema migrated', { applied });
}

function usage(command: CommandName | undefined): string {
  if (command !== undefined) return commandUsage(command);
  const variables = Object.values<Setting>(SETTINGS).map(({ name, purpose, kind, fallback, shownDefault }) => {
    return { name, purpose, allowed: kind.allowed, shownDefault: shownDefault ?? fallback ?? 'none' };
  });
  return programUsage(variables);
}

function fail(error: unknown): number {
  for (const line of failureLines(error)) console.error(`leasehold: ${line}`);
  return 1;
}

outliveReaders();
const exitCode = await run(parseCommandLine(process.argv.slice(2))).catch(fail);
// Handlers that ignored the end of the grace time would keep the process alive. What was printed goes out first.
process.stdout.write('', () => process.exit(exitCode));
