import { provide, Random, serveFolder, startOpenssh } from '@sheaf/sandbox';
import { afterEach, describe, it } from 'vitest';
import { driveCloud } from '../features/sync/testing/drive-cloud.ts';
import { boxCloud, dropboxCloud, graphCloud } from '../features/sync/testing/path-clouds.ts';
import { box, drive, dropbox, sftp } from '../features/transfers/testing/clouds.ts';
import { answerAllCalls, disturb, failSomeCalls } from './testing/disturb.ts';
import { checkEventStreams } from './testing/event-streams.ts';
import { checkNoOrphans, letDaysPass } from './testing/orphans.ts';
import { describeStep, planOf, seedsToPlay } from './testing/plan.ts';
import { checkJobs, settle } from './testing/settle.ts';
import { ShareModel } from './testing/share-model.ts';
import { type Cluster, startCluster } from './testing/start-cluster.ts';
import { SyncWork } from './testing/sync-work.ts';
import { TransferWork } from './testing/transfer-work.ts';
import { UploadWork } from './testing/upload-work.ts';
import { keepWorking, type Work } from './testing/work.ts';

/**
 * Two API processes, three workers, PostgreSQL, S3 and nginx, all of them real processes that are killed, stopped, cut
 * off and restarted by a plan while accounts sync, files are transferred and uploaded, and shares change.
 */
const nginx = provide('nginx');
const sshd = provide('sshd');
const minutes = 15;

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
}, minutes * 60_000);

/** With CLUSTER_LOG=1, logs what happens when, in seconds since the start. */
const started = performance.now();
const note = (text: string) => {
  if (process.env.CLUSTER_LOG) console.log(`${((performance.now() - started) / 1000).toFixed(0)} s: ${text}`);
};

async function play(seed: string): Promise<void> {
  const plan = planOf(seed);
  note(`CLUSTER_SEED=${seed}`);
  const cluster = await startCluster(nginx!);
  ends.push(cluster.stop);
  try {
    await playOn(cluster, seed, plan);
  } catch (error) {
    console.error([`CLUSTER_SEED=${seed} failed.`, ...plan.map(describeStep)].join('\n'));
    for (const one of cluster.processes) console.error(`${one.name}:\n${one.output().slice(-4_000)}`);
    throw error;
  }
}

async function playOn(cluster: Cluster, seed: string, plan: ReturnType<typeof planOf>): Promise<void> {
  const { google, dropbox: drop, box: boxes, graph } = cluster.clouds;
  note('started');
  const owner = await cluster.person();
  const people = [owner, ...(await Promise.all([1, 2, 3].map(() => cluster.person(owner.organizationId))))];
  const [ada, bruno, chen] = [people[1]!, people[2]!, people[3]!];
  const random = new Random(`first files ${seed}`);
  const shares = await ShareModel.create(cluster, people);
  const syncs = await Promise.all([
    SyncWork.create(cluster, owner, driveCloud(google, seed), random),
    SyncWork.create(cluster, owner, dropboxCloud(drop, seed), random),
    SyncWork.create(cluster, ada, boxCloud(boxes, seed), random),
    SyncWork.create(cluster, ada, graphCloud(graph, 'ada', seed), random),
  ]);
  shares.accounts = syncs;
  const folder = await serveFolder();
  ends.push(folder.stop);
  const server = await startOpenssh(sshd!);
  ends.push(server.stop);
  const copies = { from: drive(google, 'bruno'), to: sftp(server, folder) };
  const moves = { from: box(boxes, 'bruno'), to: dropbox(drop, 'bruno') };
  const transfers = [
    await TransferWork.create(cluster, bruno, copies, 'copy', shares),
    await TransferWork.create(cluster, bruno, moves, 'move', shares),
  ];
  const uploads = new UploadWork(cluster, chen);

  note('connected and synced');
  failSomeCalls(cluster, seed);
  let isOver = false;
  const all: Work[] = [...syncs, ...transfers, uploads, shares];
  const working = all.map((work, at) => keepWorking(work, new Random(`work ${at} ${seed}`), () => isOver));
  const disturbed = disturb(cluster, plan, note).finally(() => (isOver = true));
  await Promise.all([disturbed, ...working]);

  note(
    `ended: ${all.map((work) => work.describe()).join(', ')}; ${cluster.calls()} calls, ${cluster.s3.faults.count()} of them of S3`,
  );
  answerAllCalls(cluster);
  await settle(cluster);
  note('settled');
  for (const work of [...syncs, ...transfers, uploads, shares]) await work.check();
  await settle(cluster);
  await checkJobs(cluster);
  note('checked');
  await checkEventStreams(cluster, { owner, listener: ada });
  note('streams checked');
  await letDaysPass(cluster);
  await checkNoOrphans(cluster);
  await checkJobs(cluster);
  note('no orphans');
}

describe.skipIf(nginx === null || sshd === null)('a cluster that is disturbed while it works', () => {
  it.each(seedsToPlay())('loses nothing and does nothing twice (CLUSTER_SEED=%s)', play, minutes * 60_000);
});
