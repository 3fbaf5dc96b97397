import { tsImport } from 'tsx/esm/api';

/**
 * The throw-away server of the tests, with the settings that those turn off for speed back at their defaults.
 *
 * @returns `version`, `createDatabase()` and `stop()`
 */
export async function startDefaultPostgres() {
  const { startPostgres } = await tsImport('../test/support/postgres-server.ts', import.meta.url);
  const { runOn } = await tsImport('../test/support/test-database.ts', import.meta.url);
  const server = await startPostgres();
  try {
    for (const setting of ['fsync = on', 'full_page_writes = on', 'max_connections = 100']) {
      await runOn(server.url, `ALTER SYSTEM SET ${setting}`);
    }
    await server.restart();
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}
