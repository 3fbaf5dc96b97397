import type { Logger } from '../../application/ports/logger.js';
import type { StopSignals } from './stop-signals.js';

/** A part of the program that runs until it is told to stop. */
export interface Service {
  start(): Promise<void> | void;
  /** Finishes what is under way within its grace time. */
  stop(): Promise<void>;
}

/**
 * Prepares, starts the services in their order, and runs them until the first stop signal; then stops all of them at
 * the same time, so that nothing new is accepted or claimed while the last work is finished. A signal that arrives
 * during the start stops what has been started by then.
 *
 * @param prepare what must be done before the first service starts; may be broken off at any point
 * @throws what a service or the preparation threw; the services that had started are stopped by then
 */
export async function serve(
  prepare: () => Promise<unknown>,
  services: readonly Service[],
  signals: StopSignals,
  logger: Logger,
): Promise<void> {
  const started: Service[] = [];
  try {
    await Promise.race([prepare(), signals.first]);
    for (const service of services) {
      if (signals.wasReceived) break;
      await service.start();
      started.push(service);
    }
    const signal = await signals.first;
    logger.info(`${signal} received: stopping`);
  } finally {
    await Promise.all(started.map((service) => service.stop()));
  }
}
