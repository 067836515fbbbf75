import { randomBytes } from 'node:crypto';
import { contract } from '@sheaf/contract';
import { provide, type ServedFolder, serveFolder, startOpenssh, startRclone, startS3 } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { person } from '../../testing/people.ts';
import { withOauthApps } from '../sync/testing/oauth-apps.ts';
import {
  box,
  drive,
  dropbox,
  type Held,
  longAgo,
  modifiedAt,
  myFiles,
  onedrive,
  s3,
  s3Login,
  sftp,
  type TestCloud,
  webdav,
} from './testing/clouds.ts';
import { itemsOf, sync, transferAll } from './testing/driver.ts';

/**
 * Transfers between all pairs of clouds, each on its sandbox or a real server. A new cloud is added by a line in
 * `clouds`.
 */

const { sources } = contract;
const rclone = provide('rclone');
const sshd = provide('sshd');

const clouds = [
  { slug: 'google-drive', missing: false },
  { slug: 'onedrive', missing: false },
  { slug: 'dropbox', missing: false },
  { slug: 'box', missing: false },
  { slug: 'webdav', missing: rclone === null },
  { slug: 'sftp', missing: sshd === null },
  { slug: 's3', missing: false },
  { slug: 'uploads', missing: false },
];
/** My files are one account, so there is no pair of My files with itself. */
const pairs = clouds
  .flatMap((from) => clouds.map((to) => ({ from: from.slug, to: to.slug, missing: from.missing || to.missing })))
  .filter(({ from, to }) => from !== 'uploads' || to !== 'uploads');

const ends = { from: new Map<string, TestCloud>(), to: new Map<string, TestCloud>() };
const accounts = { from: new Map<string, string>(), to: new Map<string, string>() };
const folders: ServedFolder[] = [];
/** More than one chunk at every destination. */
const large = randomBytes(10 * 1024 * 1024 + 1000);

const text = (words: string) => Buffer.from(words);

/** Small, empty and multi-chunk files, in folders and with odd names; and items that only this cloud can hold. */
async function fill(cloud: TestCloud): Promise<void> {
  for (const folder of [['Sub'], ['Sub', 'Deeper'], ['Empty folder']]) await cloud.mkdir(folder);
  await cloud.write(['hello.txt'], text('Hello'));
  await cloud.write(['empty.txt'], text(''));
  await cloud.write(['large.bin'], large);
  await cloud.write(['Sub', 'Deeper', 'Ümläut 📄.txt'], text('deep down'));
  await cloud.write(['Sub', "it's 100% #1 & [odd];.txt"], text('odd'));
  await cloud.native?.(['Minutes']);
  if (cloud.slug === 'google-drive') {
    await cloud.write(['Sub', 'and/or.txt'], text('slash'));
    await cloud.write(['twin.txt'], text('one'));
    await cloud.write(['twin.txt'], text('the other'));
  }
  if (['webdav', 'sftp', 's3'].includes(cloud.slug)) {
    await cloud.write(['Case.txt'], text('upper'));
    await cloud.write(['case.txt'], text('lower'));
    await cloud.write(['Sub', 'ends with a space '], text('space'));
  }
}

const apps = await withOauthApps(['google', 'dropbox', 'box', 'graph'], { losesAnswers: true });
const { app, google: inGoogle, dropbox: inDropbox, box: inBox, graph: inGraph } = apps;
const inS3 = await forThisFile(startS3(s3Login));
const me = await person(app);
await app.services.pool.query(`update organizations set plan = 'business'`);
const mine = myFiles(app);
for (const [end, who] of [
  [ends.from, 'ada'],
  [ends.to, 'bruno'],
] as const) {
  // From a personal OneDrive, and to a company's.
  const clouds = [
    drive(inGoogle, who),
    onedrive(inGraph, who),
    dropbox(inDropbox, who),
    box(inBox, who),
    s3(inS3, who),
    mine,
  ];
  for (const cloud of clouds) end.set(cloud.slug, cloud);
}
const server = sshd && (await forThisFile(startOpenssh(sshd)));
for (const end of [ends.from, ends.to]) {
  if (rclone) {
    const folder = await forThisFile(serveFolder());
    const dav = await forThisFile(startRclone(rclone, folder.root));
    end.set('webdav', webdav(dav, folder));
    folders.push(folder);
  }
  if (server) {
    const folder = await forThisFile(serveFolder());
    end.set('sftp', sftp(server, folder));
    folders.push(folder);
  }
}
beforeAll(async () => {
  for (const side of ['from', 'to'] as const) {
    for (const [slug, cloud] of ends[side]) {
      if (side === 'to' && slug === 'uploads') accounts.to.set(slug, accounts.from.get(slug)!);
      else accounts[side].set(slug, await cloud.connect(me));
    }
  }
  for (const [slug, cloud] of ends.from) {
    await fill(cloud);
    if (slug !== 'uploads') await me.call(sources.syncNow, { params: { id: accounts.from.get(slug)! } });
  }
  await app.work();
});

const contents = (held: readonly Held[]) =>
  held
    .filter(({ kind }) => kind === 'file')
    .map(({ sha256 }) => sha256)
    .sort();
const count = (held: readonly Held[], kind: Held['kind']) => held.filter((one) => one.kind === kind).length;

describe.each(pairs)('$from to $to', ({ from, to, missing }) => {
  it.skipIf(missing)('brings every file once, verified', async () => {
    const [source, target] = [ends.from.get(from)!, ends.to.get(to)!];
    const top = `from ${from}`;
    await target.mkdir([top]);
    const before = (await source.list([])).filter(({ path }) => !path[0]!.startsWith('from '));
    const chosen = await app.services.pool.query<{ id: string }>(
      `select id from documents where account_id = $1 and parent_id is null and deleted_at is null and name not like 'from %'`,
      [accounts.from.get(from)],
    );
    const transfer = await transferAll(app, me, {
      selection_type: 'selected',
      document_ids: chosen.rows.map(({ id }) => id),
      from_account_id: accounts.from.get(from)!,
      to_account_id: accounts.to.get(to)!,
      to_folder_id: await target.folderId(top),
    });
    const items = await itemsOf(me, transfer.id);
    expect(items.filter(({ outcome }) => outcome !== 'transferred')).toEqual([]);
    expect(transfer).toMatchObject({
      status: 'completed',
      failed: 0,
      total: before.length,
      processed: before.length,
    });
    const after = await target.list([top]);
    const natives = items.filter(({ kind }) => kind === 'native').length;
    expect(count(after, 'file')).toBe(count(before, 'file') + natives);
    expect(count(after, 'folder')).toBe(count(before, 'folder'));
    const names = after.map(({ path }) => path.slice(1).join('/'));
    for (const name of [
      'hello.txt',
      'empty.txt',
      'Sub/Deeper/Ümläut 📄.txt',
      "Sub/it's 100% #1 & [odd];.txt",
      'Empty folder',
    ])
      expect(names).toContain(name);
    const arrived = contents(after);
    for (const hash of contents(before)) expect(arrived).toContain(hash);
    expect(items.filter(({ kind, hash }) => kind !== 'folder' && hash === null)).toEqual([]);
    expect(await app.services.pool.query('select 1 from transfer_uploads')).toMatchObject({ rows: [] });
    expect(await app.services.pool.query('select 1 from transfer_receipts')).toMatchObject({ rows: [] });
    if (to === 'sftp' && ['webdav', 'sftp', 'uploads'].includes(from))
      expect(await modifiedAt(folders.at(-1)!, [top, 'hello.txt'])).toEqual(longAgo);
    expect((await written(to)).length).toBeGreaterThanOrEqual(items.length);
  });
});

const written = async (to: string) =>
  (
    await app.services.pool.query<{ id: string; remote_id: string; copied_from: string | null }>(
      `select id, remote_id, copied_from from documents where account_id = $1 and copied_from is not null and deleted_at is null order by id`,
      [accounts.to.get(to)],
    )
  ).rows;

/** The rows written by transfers equal those of a sync, which changes and adds none. */
it.each(clouds.filter(({ slug }) => slug !== 'uploads'))(
  'a sync of $slug changes nothing',
  async ({ slug, missing }) => {
    if (missing) return;
    const before = await written(slug);
    const account = accounts.to.get(slug)!;
    await sync(app, me, account);
    expect(await written(slug)).toEqual(before);
    // Only the folders that the test made at the top level are new.
    const { rows } = await app.services.pool.query<{ name: string }>(
      `select name from documents where account_id = $1 and copied_from is null order by name`,
      [account],
    );
    const tops = pairs.filter((pair) => pair.to === slug && !pair.missing).map(({ from }) => `from ${from}`);
    expect(rows.map(({ name }) => name)).toEqual(tops.sort());
  },
);
