import type { InstallationConfig } from './config/installation.ts';
import { connectDatabase, joinDatabase } from './db/connect.ts';
import { openPool } from './db/pool.ts';
import { type BlobStore, openBlobStore } from './platform/blobs/index.ts';
import type { Services } from './services.ts';

type Installation = Pick<Services, 'pool' | 'sessions'> & {
  /** Opens the store; its folder is created if it doesn't exist. */
  openBlobs(): Promise<BlobStore>;
  close(): Promise<void>;
};

/** For programs beside the server. With `alone`, no Sheaf may run on the installation meanwhile. */
export async function openInstallation(
  config: InstallationConfig,
  name: string,
  { alone }: { alone: boolean },
): Promise<Installation> {
  const quiet = () => {};
  const database = alone ? await connectDatabase(config, quiet, quiet) : await joinDatabase(config);
  const pool = openPool({ ...(database.direct ?? database.connection), max: 4, application_name: name }, quiet);
  let blobs: BlobStore | undefined;
  return {
    pool,
    sessions: pool,
    async openBlobs() {
      blobs ??= await openBlobStore(config.blobs);
      return blobs;
    },
    async close() {
      await blobs?.close();
      await pool.end();
      await database.stop();
    },
  };
}
