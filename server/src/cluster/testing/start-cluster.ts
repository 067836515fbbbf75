import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startBox, startDropbox, startGoogle, startGraph, startNginx, startS3 } from '@sheaf/sandbox';
import { openBlobStore, parseBlobLocation } from '../../platform/blobs/index.ts';
import { person } from '../../testing/people.ts';
import { reachClouds } from '../../testing/processes/worker-process.ts';
import { testSecret } from '../../testing/test-app.ts';
import { startClusterDatabase } from './cluster-database.ts';
import { ClusterProcess, type Role } from './cluster-process.ts';
import { retryingClient } from './retrying-client.ts';

const root = join(import.meta.dirname, '../../../..');
/** Seconds after which a silent worker counts as dead: long enough for a busy machine, short enough to wait for. */
export const lostAfter = 4;
const processes: readonly Role[] = ['api', 'api', 'worker', 'worker', 'worker'];
const credentials = { accessKeyId: 'cluster', secretAccessKey: 'secret' };
const small = { samples: false, pageSize: 5 };

/** Each process has its own, as if it ran on a machine of its own. */
const temporaryFolder = (folder: string, name: string) => join(folder, name, 'tmp');

/** Two API processes behind nginx, three workers, PostgreSQL, S3 and clouds, all on this machine. */
export async function startCluster(nginx: string) {
  const folder = await mkdtemp(join(tmpdir(), 'sheaf-cluster-'));
  const [database, s3, google, dropbox, box, graph] = await Promise.all([
    startClusterDatabase(),
    startS3({ bucket: 'blobs', ...credentials }),
    startGoogle(small),
    startDropbox(small),
    startBox(small),
    startGraph(small),
  ]);
  // Kills lose answers to refreshes; with a provider that refuses a used token, these would disconnect the account.
  box.control.setUsedRefresh({ brings: 'same-answer' });
  const clouds = { google, dropbox, box, graph };
  const user = `${credentials.accessKeyId}:${credentials.secretAccessKey}`;
  const blobStore = `s3://${user}@blobs?endpoint=${encodeURIComponent(s3.url)}`;
  const apiPorts = await lastingPorts(2);
  const front = await startNginx(nginx, (port) => frontOf(port, apiPorts));

  const common = {
    SHEAF_SECRET: testSecret,
    SHEAF_PUBLIC_URL: front.url,
    SHEAF_ALLOW_PRIVATE_NETWORKS: 'true',
    TRUST_PROXY: '1',
    BLOB_STORE: blobStore,
    WORKER_LOST_AFTER: String(lostAfter),
    DATABASE_POOL: '6',
    // Like `npm start`.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
    ...reachClouds({ 'google-drive': google, dropbox, box, onedrive: graph }),
  };
  const create = async (role: Role, at: number) => {
    const number = processes.slice(0, at + 1).filter((one) => one === role).length;
    const name = `${role}-${number}`;
    const own = join(folder, name);
    await mkdir(temporaryFolder(folder, name), { recursive: true });
    const port = role === 'api' ? apiPorts[number - 1]! : await freePort();
    const env = {
      ...common,
      PORT: String(port),
      SHEAF_DATA_DIR: join(own, 'data'),
      TMPDIR: temporaryFolder(folder, name),
    };
    return ClusterProcess.create(name, role, env, database);
  };
  const all = await Promise.all(processes.map(create));
  await Promise.all(all.map((one) => one.start()));
  const blobs = await openBlobStore(parseBlobLocation(blobStore));
  const as = (headers: Record<string, string>) => retryingClient(front.url, headers);
  return {
    url: front.url,
    database,
    s3,
    clouds,
    /** The calls of clouds and S3 so far. */
    calls: () =>
      Object.values(clouds).reduce((sum, { control }) => sum + control.calls({ prefix: '' }), s3.faults.count()),
    processes: all,
    temporaryFolders: all.map(({ name }) => temporaryFolder(folder, name)),
    services: { db: database.db, pool: database.pool, blobs },
    person: (organizationId?: string) =>
      person({ services: { db: database.db }, as }, { organizationId, role: organizationId ? 'member' : 'owner' }),
    async stop() {
      await Promise.all(all.map((one) => one.end()));
      await front.stop();
      await blobs.close();
      await database.stop();
      await Promise.all([s3, google, dropbox, box, graph].map((server) => server.stop()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Below the ports that systems assign to connections, one of which could take a port while its process is killed. */
async function lastingPorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  for (let port = 29_000 + (process.pid % 900) * 3; ports.length < count; port++) {
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (isFree) ports.push(port);
    server.close();
  }
  return ports;
}

/** The configuration that we ship, with these ports. Debian's nginx can't resolve names again, and these need none. */
function frontOf(port: number, apiPorts: readonly number[]): string {
  const shipped = readFileSync(join(root, 'deploy/nginx/sheaf.conf'), 'utf8');
  return shipped
    .replace(/^resolver .*$/m, '')
    .replace(/api-(\d):3000 resolve/g, (_, number) => `127.0.0.1:${apiPorts[Number(number) - 1]}`)
    .replace('listen 8080;', `listen 127.0.0.1:${port};`);
}
