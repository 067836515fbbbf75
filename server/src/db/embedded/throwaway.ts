import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { findPostmaster, stopPostmaster } from './postmaster.ts';
import { pidIsTaken } from './running-process.ts';
import { type EmbeddedPostgres, startEmbedded } from './start-embedded.ts';

const PREFIX = 'sheaf-throwaway-';

/** A PostgreSQL for tests: fast because it never syncs, and deleted with its data after stop(). */
export async function startThrowaway(): Promise<EmbeddedPostgres> {
  await removeAbandoned();
  const folder = await mkdtemp(path.join(os.tmpdir(), `${PREFIX}${process.pid}-`));
  await chmod(folder, 0o755);
  const postgres = await startEmbedded({
    dir: path.join(folder, 'postgres'),
    log: () => undefined,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  });
  return {
    ...postgres,
    stop: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Removes what killed test runs left running. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(os.tmpdir())) {
    if (!name.startsWith(PREFIX) || pidIsTaken(Number.parseInt(name.slice(PREFIX.length), 10))) continue;
    const folder = path.join(os.tmpdir(), name);
    const dir = path.join(folder, 'postgres');
    const postmaster = findPostmaster(dir);
    if (postmaster) await stopPostmaster(dir, postmaster.pid);
    await rm(folder, { recursive: true, force: true });
  }
}
