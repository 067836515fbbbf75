import { contract } from '@sheaf/contract';
import { startDropbox } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { LeaseLost } from '../../jobs/lease.ts';
import { dropboxFiles } from '../../testing/dropbox-files.ts';
import { killableServices } from '../../testing/killable-services.ts';
import { idAt, listed, listedPaths, pathOf } from '../../testing/lists.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { connectAndSync, syncAccount } from '../../testing/sign-in/consent.ts';
import { testApp } from '../../testing/test-app.ts';
import { deliverFile } from '../transfers/index.ts';
import { runWrites } from './run.ts';
import { uploadInto } from './testing/upload-into.ts';

const { documents } = contract;
const ada = 'ada';

const dropbox = await forThisFile(startDropbox({ samples: false }));
const app = await forThisFile(testApp({}, { dropbox }));
const there = dropboxFiles(dropbox);

let me: TestPerson;
let account: string;
let plans: string;
beforeEach(async () => {
  there.reset({ '/Plans/': '', '/Plans/a.txt': 'a' });
  me = await person(app);
  account = await connectAndSync(app, me, 'dropbox', ada);
  plans = await idOf('/Plans');
});

const sync = () => syncAccount(app, me, account);
const all = () => listed(me, { account_id: account });
const mine = () => listed(me, { source_id: 'uploads' });
const here = () => listedPaths(me, { account_id: account });
const idOf = (path: string) => idAt(me, path, { account_id: account });
const get = async (id: string) => (await me.call(documents.get, { params: { id } })).data;

const upload = (metadata: Record<string, string>, content: string | Buffer = 'new') =>
  uploadInto(app, me, { account_id: metadata.parent_id ? null : account, ...metadata }, content);
const documentOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers['upload-document']);

describe('an upload to a connected account', () => {
  it('shows the file at once, and sends it to the app as one document with its bytes', async () => {
    const answer = await upload({ filename: 'n.txt', parent_id: plans });
    const id = documentOf(answer);
    expect(answer.headers).toMatchObject({ 'upload-outcome': 'created' });
    expect(await here()).toEqual(['/Plans', '/Plans/a.txt', '/Plans/n.txt']);
    expect(await get(id)).toMatchObject({ content: 'stored', uploading: { sent: 0 }, source: { slug: 'dropbox' } });
    expect(there.paths()).toEqual(['/Plans', '/Plans/a.txt']);
    await app.work();
    expect(there.textOf('/Plans/n.txt')).toBe('new');
    expect(await get(id)).toMatchObject({ content: 'stored', uploading: null });
    await sync();
    expect(await here()).toEqual(there.paths());
    expect(await idOf('/Plans/n.txt')).toBe(id);
    expect(await get(id)).toMatchObject({ content: 'stored', size: 3 });
  });

  it('creates the folders that contain it, and empty ones', async () => {
    await upload({ relativePath: 'Trip/Day 1/x.txt' });
    await upload({ relativePath: 'Trip/Day 1/y.txt' });
    const body = { parent_id: null, account_id: account, paths: [['Trip', 'Day 2']] };
    await me.call(documents.makeFolders, { body });
    await app.work();
    const paths = ['/Trip', '/Trip/Day 1', '/Trip/Day 1/x.txt', '/Trip/Day 1/y.txt', '/Trip/Day 2'];
    expect(there.paths()).toEqual(['/Plans', '/Plans/a.txt', ...paths]);
    await sync();
    expect(await here()).toEqual(there.paths());
  });

  it('asks about an existing name, and follows the decision', async () => {
    const a = await idOf('/Plans/a.txt');
    const asked = await upload({ filename: 'A.txt', parent_id: plans });
    expect([asked.status, asked.headers['upload-conflict']]).toEqual([409, 'name']);
    const skipped = await upload({ filename: 'a.txt', parent_id: plans, policy: 'skip' });
    expect(skipped.status).toBe(409);
    const renamed = await upload({ filename: 'a.txt', parent_id: plans, policy: 'rename' }, 'another');
    expect(renamed.headers['upload-outcome']).toBe('renamed');
    const replaced = await upload({ filename: 'a.txt', parent_id: plans, policy: 'replace' }, 'replaced');
    expect([replaced.headers['upload-outcome'], documentOf(replaced)]).toEqual(['replaced', a]);
    expect(await get(a)).toMatchObject({ size: 8, content: 'stored' });
    await app.work();
    expect(there.paths()).toEqual(['/Plans', '/Plans/a (1).txt', '/Plans/a.txt']);
    expect([there.textOf('/Plans/a.txt'), there.textOf('/Plans/a (1).txt')]).toEqual(['replaced', 'another']);
    await sync();
    expect(await here()).toEqual(there.paths());
    expect(await idOf('/Plans/a.txt')).toBe(a);
    expect(await get(a)).toMatchObject({ size: 8, content: 'stored' });
  });

  it('leaves alone what someone else put there meanwhile', async () => {
    const answer = await upload({ filename: 'n.txt', parent_id: plans });
    dropbox.control.write({ person: ada, path: '/Plans/n.txt', text: 'theirs' });
    await app.work();
    expect([there.textOf('/Plans/n.txt'), there.textOf('/Plans/n (2).txt')]).toEqual(['theirs', 'new']);
    await sync();
    expect(await here()).toEqual(there.paths());
    expect(await idOf('/Plans/n (2).txt')).toBe(documentOf(answer));
  });

  it('can be renamed, moved and deleted before the app has it', async () => {
    const [x, y] = [documentOf(await upload({ filename: 'x.txt' })), documentOf(await upload({ filename: 'y.txt' }))];
    await me.call(documents.change, { params: { id: x }, body: { name: 'z.txt', parent_id: plans } });
    await me.call(documents.delete, { body: { document_ids: [y] } });
    await app.work();
    await sync();
    expect(there.paths()).toEqual(['/Plans', '/Plans/a.txt', '/Plans/z.txt']);
    expect(await here()).toEqual(there.paths());
    expect(await idOf('/Plans/z.txt')).toBe(x);
  });

  it('rejects uploads that can’t end well before a byte is sent', async () => {
    const a = await idOf('/Plans/a.txt');
    expect((await upload({ filename: 'x', parent_id: a })).status).toBe(409);
    const named = await upload({ filename: '.dropbox' });
    expect([named.status, named.json.message]).toEqual([409, expect.stringMatching(/^Dropbox doesn’t allow the name/)]);
    const stranger = await person(app, { organizationId: me.organizationId, role: 'member' });
    for (const metadata of [{ account_id: account }, { parent_id: plans }])
      expect((await uploadInto(app, stranger, { filename: 'x', ...metadata }, 'x')).status).toBe(404);
    await sql`update source_accounts set status = 'needs_reauth' where id = ${account}`.execute(app.services.db);
    const message = 'This account isn’t connected. Reconnect it to change its files.';
    expect((await upload({ filename: 'x' })).json).toMatchObject({ message });
    expect((await all()).length).toBe(2);
  });
});

describe('an upload that the app refuses', () => {
  const setRoom = (bytes: number) => dropbox.control.setLimit({ person: ada, bytes });

  it('moves to My files as the same document, and notifies the person', async () => {
    setRoom(0);
    const id = documentOf(await upload({ filename: 'n.txt', parent_id: plans }));
    await me.call(documents.change, { params: { id }, body: { name: 'm.txt' } });
    await app.work();
    setRoom(1e9);
    await sync();
    expect(await here()).toEqual(['/Plans', '/Plans/a.txt']);
    expect((await mine()).map((document) => [document.id, pathOf(document)])).toEqual([[id, '/m.txt']]);
    expect(await get(id)).toMatchObject({ content: 'stored', uploading: null, size: 3 });
    const { rows } = await sql<{ message: string }>`select message from account_writes
      where account_id = ${account} and message is not null`.execute(app.services.db);
    expect(rows).toEqual([
      {
        message:
          'Couldn’t upload “n.txt” to Dropbox: this Dropbox is full. Free up space, then try again. The file is in My files instead.',
      },
    ]);
  });

  it('leaves the file it was to replace as it was', async () => {
    const a = await idOf('/Plans/a.txt');
    setRoom(0);
    await upload({ filename: 'a.txt', parent_id: plans, policy: 'replace' }, 'replaced');
    await app.work();
    setRoom(1e9);
    await sync();
    expect(there.textOf('/Plans/a.txt')).toBe('a');
    expect(await get(a)).toMatchObject({ size: 1, content: 'stored' });
    expect(await mine()).toMatchObject([{ name: 'a.txt', size: 8 }]);
  });
});

it('makes the file once, although the worker is killed after the app has it', async () => {
  const id = documentOf(await upload({ filename: 'n.txt', parent_id: plans }));
  const run = async (killAt: number | null) => {
    const worker = killableServices(app.services, killAt, async () => {}, { usualTimeouts: true });
    await runWrites(deliverFile)
      .run({ accountId: account }, worker.services, new AbortController().signal)
      .catch((error) => {
        if (!worker.isDead) throw error;
      });
    await worker.end();
    return worker.isDead;
  };
  // At each statement once, until none is left.
  let kills = 0;
  for (let at = 1; await run(at); at++) kills++;
  expect(kills).toBeGreaterThan(5);
  expect(there.paths()).toEqual(['/Plans', '/Plans/a.txt', '/Plans/n.txt']);
  await sync();
  expect(await here()).toEqual(there.paths());
  expect(await idOf('/Plans/n.txt')).toBe(id);
});

it('leaves one file, although a frozen worker sends it again after another has sent it and its name is free', async () => {
  const id = documentOf(await upload({ filename: 'n.txt', parent_id: plans }));
  const never = new AbortController().signal;
  const run = (services = app.services) => runWrites(deliverFile).run({ accountId: account }, services, never);
  let others: Promise<void> | undefined;
  const takeOver = async () => {
    await run();
    await me.call(documents.change, { params: { id }, body: { name: 'm.txt' } });
    await run();
  };
  const frozen = killableServices(
    app.services,
    null,
    async (_nth, { url }) => {
      if (!url.endsWith('/files/upload')) return;
      others ??= takeOver();
      await others;
    },
    { usualTimeouts: true },
  );
  await expect(run(frozen.services)).rejects.toBeInstanceOf(LeaseLost);
  await frozen.end();
  expect(there.paths()).toEqual(['/Plans', '/Plans/a.txt', '/Plans/m.txt']);
  await sync();
  expect(await here()).toEqual(there.paths());
  expect(await idOf('/Plans/m.txt')).toBe(id);
});
