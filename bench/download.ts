import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { contract } from '../contract/src/index.ts';
import { contentKey } from '../server/src/features/storage/index.ts';
import { launch, ready } from '../server/src/testing/processes/program.ts';
import { judge } from './src/judge.ts';
import { startNginx } from './src/nginx.ts';
import { median } from './src/table.ts';
import { startWorld, type World } from './src/world.ts';

/**
 * A file of 1 GB and a zip of 5,000 files, fetched by curl: from Sheaf itself, from nginx that serves the same file by
 * sendfile, and from Sheaf behind nginx with X-Accel-Redirect; in turns, in one run. Run with `node bench/download.ts
 * [rounds]`; needs curl, and nginx for the comparison.
 */

const { documents } = contract;
const rounds = Number(process.argv[2] ?? 5);
const megabyte = 1024 * 1024;
const run = promisify(execFile);
const secret = 'a secret for this benchmark and nothing else';

/** Megabytes per second as measured by curl, with all bytes discarded. */
async function fetched(url: string): Promise<{ rate: number; bytes: number }> {
  const wanted = '%{http_code} %{speed_download} %{size_download}';
  const { stdout } = await run('curl', ['-s', '-o', '/dev/null', '-w', wanted, url]);
  const [status, speed, bytes] = stdout.split(' ').map(Number);
  if (status !== 200) throw new Error(`${url} answered ${status}`);
  return { rate: speed! / megabyte, bytes: bytes! };
}

/** The peak memory of the server during some work, in MB. */
async function peakOf(world: World, work: () => Promise<unknown>): Promise<number> {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, world.memory());
  }, 50);
  await work().finally(() => clearInterval(timer));
  return peak;
}

/** Writes a blob of repeated pieces directly into the folder. */
async function writeBlob(blobs: string, organizationId: string, piece: Buffer, times: number): Promise<Buffer> {
  const hash = createHash('sha256');
  for (let n = 0; n < times; n++) hash.update(piece);
  const sha256 = hash.digest();
  const path = join(blobs, contentKey(organizationId, sha256));
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'w');
  for (let n = 0; n < times; n++) await file.writeFile(piece);
  await file.close();
  return sha256;
}

/** Creates documents with these contents in a folder; returns the folder's id. */
async function seed({ pool, organizationId, userId }: World, contents: Buffer[], size: number, count: number) {
  const [account, folder] = [crypto.randomUUID(), crypto.randomUUID()];
  await pool.query(
    `insert into source_accounts (id, organization_id, user_id, source, remote_user_id, name, status, settings)
     values ($1::uuid, $2, $3, 'webdav', $1::uuid::text, 'bench', 'disconnected', '{}')`,
    [account, organizationId, userId],
  );
  await pool.query('insert into blobs (organization_id, sha256, size) select $1, unnest($2::bytea[]), $3', [
    organizationId,
    contents,
    size,
  ]);
  await pool.query(
    `insert into documents (id, organization_id, account_id, owner_id, remote_id, name, kind, type, revision, listing)
     values ($1, $2, $3, $4, 'folder', 'Folder', 'folder', 'folder', '1', 1)`,
    [folder, organizationId, account, userId],
  );
  await pool.query(
    `insert into documents (id, organization_id, account_id, owner_id, remote_id, name, parent_id, kind, revision, listing,
       content, sha256, size, stored_size)
     select gen_random_uuid(), $1, $2, $3, n::text, 'file ' || n || '.bin', $4, 'file', '1', 1, 'stored',
       ($5::bytea[])[1 + n % array_length($5::bytea[], 1)], $6, $6 from generate_series(1, $7) n`,
    [organizationId, account, userId, folder, contents, size, count],
  );
  return folder;
}

const blobs = await mkdtemp(join(tmpdir(), 'sheaf-bench-blobs-'));
const world = await startWorld({ BLOB_STORE: blobs, SHEAF_SECRET: secret });
const behind = await launch({
  ...world.environment,
  SHEAF_DATA_DIR: `${blobs}-behind`,
  SHEAF_ROLE: 'api',
  SHEAF_SANDBOX: 'no',
  STORAGE_ACCEL: '/blobs',
});
try {
  await ready(behind);
  const piece = Buffer.from(Array.from({ length: megabyte }, (_, n) => (n * 31 + (n >> 8)) % 256));
  const big = await writeBlob(blobs, world.organizationId, piece, 1024);
  const folder = await seed(world, [big], 1024 * megabyte, 1);
  const [document] = (await world.call(documents.list, { query: { parent_id: folder } })).data;
  const nginx = await startNginx(blobs, behind.url);
  try {
    const ways: [name: string, url: string][] = [['node', `${world.url}/storage/${document!.local_path}`]];
    if (nginx) {
      ways.push(['nginx sendfile', `${nginx.url}/plain/${contentKey(world.organizationId, big)}`]);
      ways.push(['X-Accel-Redirect', `${nginx.url}/storage/${document!.local_path}`]);
    }
    await fetched(ways[0]![1]);
    if (nginx) {
      const { headers } = await fetch(ways[2]![1], { method: 'HEAD' });
      if (!headers.get('content-security-policy')?.startsWith('sandbox')) throw new Error('nginx has lost the sandbox');
    }
    const rest = world.memory();
    const rates = new Map<string, number[]>(ways.map(([name]) => [name, []]));
    const peak = await peakOf(world, async () => {
      for (let round = 0; round < rounds; round++)
        for (const [name, url] of ways) rates.get(name)!.push((await fetched(url)).rate);
    });
    const base = median(rates.get('nginx sendfile') ?? [Number.NaN]);
    console.log(`1 GB, ${rounds} rounds in turns, median:`);
    for (const [name, all] of rates)
      console.log(
        `  ${name.padEnd(18)} ${median(all).toFixed(0).padStart(5)} MB/s  ${(median(all) / base).toFixed(2)} of nginx`,
      );
    const goals: Record<string, number> = { node: 0.3, 'X-Accel-Redirect': 0.9 };
    for (const [name, goal] of nginx ? Object.entries(goals) : [])
      console.log(
        `  ${name}: ${judge(`download by ${name}: of nginx`, median(rates.get(name)!) / base, goal, 'least')}`,
      );
    console.log(`  server memory: ${rest.toFixed(0)} MB before, at most ${peak.toFixed(0)} MB`);

    const pieces = await Promise.all(
      Array.from({ length: 50 }, (_, n) => writeBlob(blobs, world.organizationId, Buffer.alloc(102_400, n + 1), 1)),
    );
    const many = await seed(world, pieces, 102_400, 5_000);
    const began = performance.now();
    const { data: zip } = await world.call(documents.zip, { body: { document_ids: [many] } });
    const asked = performance.now() - began;
    const looked = performance.now();
    await fetch(`${world.url}/storage/${zip.local_path}`, { method: 'HEAD' });
    const length = performance.now() - looked;
    const before = world.memory();
    const zips: { rate: number; bytes: number }[] = [];
    const most = await peakOf(world, async () => {
      for (let round = 0; round < rounds; round++) zips.push(await fetched(`${world.url}/storage/${zip.local_path}`));
    });
    console.log(
      `zip of ${zip.files} files, ${(zip.bytes / megabyte).toFixed(0)} MB, asked for in ${asked.toFixed(0)} ms, its length known after ${length.toFixed(0)} ms:`,
    );
    console.log(`  ${median(zips.map(({ rate }) => rate)).toFixed(0)} MB/s, ${zips[0]!.bytes} bytes`);
    console.log(`  server memory: ${before.toFixed(0)} MB before, at most ${most.toFixed(0)} MB`);
  } finally {
    await nginx?.stop();
  }
} finally {
  behind.child.kill('SIGTERM');
  await behind.ended;
  await world.stop();
  await rm(blobs, { recursive: true, force: true });
  await rm(`${blobs}-behind`, { recursive: true, force: true });
}
