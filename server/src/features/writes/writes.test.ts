import { contract } from '@sheaf/contract';
import { startDropbox, startGoogle } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { dropboxFiles } from '../../testing/dropbox-files.ts';
import { failure } from '../../testing/failure.ts';
import { idAt, listed, listedPaths } from '../../testing/lists.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { connectAndSync, syncAccount } from '../../testing/sign-in/consent.ts';
import { testApp } from '../../testing/test-app.ts';

const { documents, sources } = contract;
const ada = 'ada';

const dropbox = await forThisFile(startDropbox({ samples: false }));
const google = await forThisFile(startGoogle({ samples: false }));
const app = await forThisFile(testApp({}, { dropbox, 'google-drive': google }));
const there = dropboxFiles(dropbox);

let me: TestPerson;
let account: string;
beforeEach(async () => {
  there.reset({ '/Plans/': '', '/Plans/a.txt': 'a', '/b.txt': 'b' });
  me = await person(app);
  account = await connectAndSync(app, me, 'dropbox', ada);
});

const sync = () => syncAccount(app, me, account);
const all = () => listed(me, { account_id: account });
/** The paths that Sheaf shows. */
const here = () => listedPaths(me, { account_id: account });
const idOf = (path: string) => idAt(me, path, { account_id: account });

const change = (id: string, body: { name?: string; parent_id?: string | null }) =>
  me.call(documents.change, { params: { id }, body });
const remove = (...ids: string[]) => me.call(documents.delete, { body: { document_ids: ids } });

const writes = async () => {
  const { rows } = await sql<{ kind: string; state: string; message: string | null }>`
    select kind, state, message from account_writes where account_id = ${account} order by number`.execute(
    app.services.db,
  );
  return rows;
};

/** The number of calls to Dropbox. */
const callsOf = async (work: () => Promise<unknown>) => {
  const before = dropbox.control.calls({ prefix: '' });
  await work();
  return dropbox.control.calls({ prefix: '' }) - before;
};

describe('a connected account', () => {
  it('shows changes at once, and sends them to the app in order', async () => {
    const [plans, a, b] = [await idOf('/Plans'), await idOf('/Plans/a.txt'), await idOf('/b.txt')];
    const calls = await callsOf(async () => {
      const { data: folder } = await me.call(documents.createFolder, {
        body: { name: 'New', parent_id: plans },
      });
      await change(b, { name: 'c.txt', parent_id: folder.id });
      await change(plans, { name: 'Old plans' });
      await change(a, { parent_id: null });
      expect(await here()).toEqual(['/Old plans', '/Old plans/New', '/Old plans/New/c.txt', '/a.txt']);
    });
    expect(calls).toBe(0);
    expect(there.paths()).toEqual(['/Plans', '/Plans/a.txt', '/b.txt']);
    await app.work();
    expect(there.paths()).toEqual(['/Old plans', '/Old plans/New', '/Old plans/New/c.txt', '/a.txt']);
    await sync();
    expect(await here()).toEqual(there.paths());
    expect([await idOf('/Old plans'), await idOf('/a.txt'), await idOf('/Old plans/New/c.txt')]).toEqual([plans, a, b]);
    expect((await writes()).map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
  });

  it('names the person in the activity, once', async () => {
    const b = await idOf('/b.txt');
    await change(b, { name: 'c.txt', parent_id: await idOf('/Plans') });
    await app.work();
    await sync();
    const { data } = await me.call(documents.activity, { params: { id: b } });
    const done = data.filter(({ kind }) => kind === 'renamed' || kind === 'moved');
    expect(done.map(({ kind, detail, by }) => [kind, detail, by?.id]).sort()).toEqual([
      ['moved', 'Plans', me.id],
      ['renamed', 'b.txt', me.id],
    ]);
    expect(data.map(({ kind }) => kind)).not.toContain('changed');
  });

  it('moves deleted documents to the app’s trash, folders with everything inside', async () => {
    await remove(await idOf('/Plans'), await idOf('/Plans/a.txt'));
    expect(await here()).toEqual(['/b.txt']);
    await app.work();
    expect(there.paths()).toEqual(['/b.txt']);
    await sync();
    expect(await here()).toEqual(['/b.txt']);
    expect(await writes()).toMatchObject([{ kind: 'trash', state: 'done' }]);
  });

  it('lets a deletion be undone while the app does not know of it', async () => {
    const plans = await idOf('/Plans');
    await remove(plans);
    await me.call(documents.restore, { body: { document_ids: [plans] } });
    await app.work();
    expect(there.paths()).toEqual(['/Plans', '/Plans/a.txt', '/b.txt']);
    expect(await here()).toEqual(there.paths());
    expect(await idOf('/Plans')).toBe(plans);
  });

  it('rejects changes that can’t end well, without effect', async () => {
    const [plans, b] = [await idOf('/Plans'), await idOf('/b.txt')];
    const newFolder = (body: { name: string; parent_id: string | null; account_id?: string }) =>
      failure(me.call(documents.createFolder, { body }));
    expect(await newFolder({ name: 'B.TXT', parent_id: null, account_id: account })).toMatchObject({ status: 409 });
    expect(await newFolder({ name: 'x', parent_id: b })).toMatchObject({ status: 409 });
    expect(await failure(change(plans, { parent_id: plans }))).toMatchObject({ status: 409 });
    expect(await failure(change(b, { name: '.dropbox' }))).toMatchObject({ status: 422 });
    const stranger = await person(app, { organizationId: me.organizationId, role: 'member' });
    const asked = { params: { id: b }, body: { name: 'mine' } };
    expect(await failure(stranger.call(documents.change, asked))).toMatchObject({ status: 404 });
    const body = { name: 'x', parent_id: null, account_id: account };
    expect(await failure(stranger.call(documents.createFolder, { body }))).toMatchObject({ status: 404 });
    expect(await here()).toEqual(there.paths());
  });

  it('tells what can’t be done, and why', async () => {
    const [one] = await all();
    expect(one!.cannot).toMatchObject({ change: null, add: null, delete: null });
    await sql`update source_accounts set status = 'needs_reauth' where id = ${account}`.execute(app.services.db);
    const reason = 'This account isn’t connected. Reconnect it to change its files.';
    expect((await all())[0]!.cannot).toMatchObject({ change: reason, add: reason, delete: reason });
    expect(await failure(change(one!.id, { name: 'x' }))).toMatchObject({ status: 409, message: reason });
  });
});

describe('a change that the app refuses', () => {
  it('is undone, and reported', async () => {
    const b = await idOf('/b.txt');
    dropbox.control.write({ person: ada, path: '/taken.txt', text: 'somebody else’s' });
    await change(b, { name: 'taken.txt' });
    await app.work();
    expect(there.paths()).toEqual(['/Plans', '/Plans/a.txt', '/b.txt', '/taken.txt']);
    expect(await here()).toEqual(there.paths());
    expect(await idOf('/b.txt')).toBe(b);
    const [write] = await writes();
    expect(write!.state).toBe('refused');
    expect(write!.message).toMatch(
      /^Couldn’t rename “b.txt” to “taken.txt” in Dropbox: .* It has its old name again\.$/,
    );
  });

  it('takes neither someone else’s folder for its own nor what was put into it', async () => {
    dropbox.control.mkdir({ person: ada, path: '/New' });
    const { data: folder } = await me.call(documents.createFolder, {
      body: { name: 'New', parent_id: null, account_id: account },
    });
    const b = await idOf('/b.txt');
    await change(b, { parent_id: folder.id });
    await app.work();
    expect(there.paths()).toEqual(['/New', '/Plans', '/Plans/a.txt', '/b.txt']);
    expect(await here()).toEqual(there.paths());
    expect(await idOf('/b.txt')).toBe(b);
    expect(await idOf('/New')).not.toBe(folder.id);
    expect((await writes()).map(({ state }) => state)).toEqual(['refused', 'refused']);
  });

  it('leaves later changes in place', async () => {
    const b = await idOf('/b.txt');
    dropbox.control.write({ person: ada, path: '/taken.txt', text: 'somebody else’s' });
    await change(b, { name: 'taken.txt' });
    await change(b, { name: 'c.txt' });
    await app.work();
    expect(there.paths()).toEqual(['/Plans', '/Plans/a.txt', '/c.txt', '/taken.txt']);
    expect(await here()).toEqual(there.paths());
  });
});

describe('a change that was made before a kill', () => {
  const begun = () => sql`update account_writes set begun_at = now()`.execute(app.services.db);

  it('recognizes a rename', async () => {
    const b = await idOf('/b.txt');
    await change(b, { name: 'c.txt' });
    await begun();
    dropbox.control.move({ person: ada, from: '/b.txt', to: '/c.txt' });
    await app.work();
    expect(there.paths()).toEqual(['/Plans', '/Plans/a.txt', '/c.txt']);
    expect(await writes()).toMatchObject([{ state: 'done' }]);
  });

  it('recognizes a folder', async () => {
    await me.call(documents.createFolder, { body: { name: 'New', parent_id: null, account_id: account } });
    await begun();
    dropbox.control.mkdir({ person: ada, path: '/New' });
    await app.work();
    expect(there.paths()).toEqual(['/New', '/Plans', '/Plans/a.txt', '/b.txt']);
    expect(await writes()).toMatchObject([{ state: 'done' }]);
    await sync();
    expect(await here()).toEqual(there.paths());
  });
});

describe('a sync meanwhile', () => {
  it('never brings the old state back, and misses no change of the app’s', async () => {
    const b = await idOf('/b.txt');
    await change(b, { name: 'c.txt' });
    await remove(await idOf('/Plans'));
    await sql`update account_writes set next_try_at = now() + interval '1 hour'`.execute(app.services.db);
    dropbox.control.write({ person: ada, path: '/b.txt', text: 'changed there' });
    dropbox.control.write({ person: ada, path: '/d.txt', text: 'd' });
    await sync();
    expect(await here()).toEqual(['/c.txt']);
    await sql`update account_writes set next_try_at = now()`.execute(app.services.db);
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.services.db);
    await app.work();
    await sync();
    expect(there.paths()).toEqual(['/c.txt', '/d.txt']);
    expect(await here()).toEqual(there.paths());
    expect(await idOf('/c.txt')).toBe(b);
    const { data } = await me.call(documents.get, { params: { id: b } });
    expect(data.size).toBe('changed there'.length);
  });
});

it('moves a file to where someone moved it at the source before it was renamed there', async () => {
  const b = await idOf('/b.txt');
  await change(b, { name: 'c.txt' });
  dropbox.control.move({ person: ada, from: '/b.txt', to: '/Plans/b.txt' });
  await app.work();
  await sync();
  expect(there.paths()).toEqual(['/Plans', '/Plans/a.txt', '/Plans/c.txt']);
  expect(await here()).toEqual(there.paths());
  expect(await idOf('/Plans/c.txt')).toBe(b);
});

it('restores from Dropbox a file deleted here, with its id, and says that folders can’t be restored', async () => {
  const [file, folder] = [await idOf('/b.txt'), await idOf('/Plans')];
  await remove(file, folder);
  await app.work();
  expect(there.paths()).toEqual([]);
  expect((await failure(me.call(documents.restore, { body: { document_ids: [folder] } }))).message).toBe(
    'Dropbox lets Sheaf restore files only. Restore the folder in Dropbox.',
  );
  await me.call(documents.restore, { body: { document_ids: [file] } });
  expect(await here()).toEqual(['/b.txt']);
  await app.work();
  await sync();
  expect([there.paths(), await here()]).toEqual([['/b.txt'], ['/b.txt']]);
  expect(await idOf('/b.txt')).toBe(file);
});

it('notices a deletion at the source below a folder renamed here since', async () => {
  dropbox.control.write({ person: ada, path: '/Plans/kept.txt', text: 'kept' });
  await sync();
  dropbox.control.remove({ person: ada, path: '/Plans/a.txt' });
  await change(await idOf('/Plans'), { name: 'Old plans' });
  await app.work();
  await sync();
  expect(there.paths()).toEqual(['/Old plans', '/Old plans/kept.txt', '/b.txt']);
  expect(await here()).toEqual(there.paths());
});

it('restores from Google Drive’s trash a document deleted here, with its id', async () => {
  google.control.add({ person: ada, name: 'Letters', mimeType: 'application/vnd.google-apps.folder' });
  const drive = await connectAndSync(app, me, 'google-drive', ada);
  const names = async () => (await listed(me, { account_id: drive })).map(({ name }) => name);
  const shown = await listed(me, { account_id: drive });
  const letters = shown.find(({ name }) => name === 'Letters')!;
  await remove(letters.id);
  await app.work();
  expect(google.control.list({ person: ada }).map(({ name }) => name)).not.toContain('Letters');
  await me.call(sources.syncNow, { params: { id: drive } });
  await app.work();
  expect(await names()).not.toContain('Letters');
  await me.call(documents.restore, { body: { document_ids: [letters.id] } });
  expect(await names()).toContain('Letters');
  await app.work();
  expect(google.control.list({ person: ada }).map(({ name }) => name)).toContain('Letters');
  expect((await me.call(documents.get, { params: { id: letters.id } })).data.name).toBe('Letters');
});
