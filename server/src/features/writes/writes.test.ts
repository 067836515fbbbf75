import { contract, type Document } from '@sheaf/contract';
import { type DropboxSandbox, type GoogleSandbox, startDropbox, startGoogle } from '@sheaf/sandbox';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectAccount } from '../../testing/consent.ts';
import { failure } from '../../testing/failure.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

const { documents, sources } = contract;
const ada = 'ada';

let app: TestApp;
let dropbox: DropboxSandbox;
let google: GoogleSandbox;
beforeAll(async () => {
  [dropbox, google] = await Promise.all([startDropbox({ samples: false }), startGoogle({ samples: false })]);
  app = await testApp({}, { dropbox, 'google-drive': google });
});
afterAll(async () => {
  await app.close();
  await Promise.all([dropbox.stop(), google.stop()]);
});

let me: TestPerson;
let account: string;
beforeEach(async () => {
  for (const { path } of dropbox.control.list({ person: ada, path: '' }))
    if (path.lastIndexOf('/') === 0) dropbox.control.remove({ person: ada, path });
  dropbox.control.mkdir({ person: ada, path: '/Plans' });
  dropbox.control.write({ person: ada, path: '/Plans/a.txt', text: 'a' });
  dropbox.control.write({ person: ada, path: '/b.txt', text: 'b' });
  me = await person(app);
  account = (await connectAccount(me, 'dropbox', ada)).id;
  await sync();
});

async function sync() {
  const settings = { file_mode: 'all', chat_mode: 'selected', file_selected_folders: [] } as const;
  await me.call(sources.syncSettings, {
    body: { source_account_id: account, data: { sync: { ...settings, file_selected_folders: [] } } },
  });
  await app.work();
}

/** What Dropbox has. */
const there = () =>
  dropbox.control
    .list({ person: ada, path: '' })
    .map(({ path }) => path)
    .sort();

const all = async () => (await me.call(documents.list, { query: { account_id: account, per_page: 100 } })).data;
const pathOf = ({ location, name }: Document) => `/${[...location.map((folder) => folder.name), name].join('/')}`;
/** What Sheaf shows. */
const here = async () => (await all()).map(pathOf).sort();
const idOf = async (path: string) => (await all()).find((document) => pathOf(document) === path)!.id;

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

/** How many calls Dropbox gets. */
const callsOf = async (work: () => Promise<unknown>) => {
  const before = dropbox.control.calls({ prefix: '' });
  await work();
  return dropbox.control.calls({ prefix: '' }) - before;
};

describe('a connected account', () => {
  it('shows changes at once, and the app gets them in their order', async () => {
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
    expect(there()).toEqual(['/Plans', '/Plans/a.txt', '/b.txt']);
    await app.work();
    expect(there()).toEqual(['/Old plans', '/Old plans/New', '/Old plans/New/c.txt', '/a.txt']);
    await sync();
    expect(await here()).toEqual(there());
    expect([await idOf('/Old plans'), await idOf('/a.txt'), await idOf('/Old plans/New/c.txt')]).toEqual([plans, a, b]);
    expect((await writes()).map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
  });

  it('names in the activity who did it, once', async () => {
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

  it('moves what is deleted to the app’s trash, folders with all inside', async () => {
    await remove(await idOf('/Plans'), await idOf('/Plans/a.txt'));
    expect(await here()).toEqual(['/b.txt']);
    await app.work();
    expect(there()).toEqual(['/b.txt']);
    await sync();
    expect(await here()).toEqual(['/b.txt']);
    expect(await writes()).toMatchObject([{ kind: 'trash', state: 'done' }]);
  });

  it('lets a deletion that the app does not know of yet be undone', async () => {
    const plans = await idOf('/Plans');
    await remove(plans);
    await me.call(documents.restore, { body: { document_ids: [plans] } });
    await app.work();
    expect(there()).toEqual(['/Plans', '/Plans/a.txt', '/b.txt']);
    expect(await here()).toEqual(there());
    expect(await idOf('/Plans')).toBe(plans);
  });

  it('refuses what can’t end well, and changes nothing', async () => {
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
    expect(await here()).toEqual(there());
  });

  it('says what can’t be done, and why', async () => {
    const [one] = await all();
    expect(one!.cannot).toMatchObject({ change: null, add: null, delete: null });
    await sql`update source_accounts set status = 'needs_reauth' where id = ${account}`.execute(app.services.db);
    const reason = 'This account isn’t connected. Reconnect it to change its files.';
    expect((await all())[0]!.cannot).toMatchObject({ change: reason, add: reason, delete: reason });
    expect(await failure(change(one!.id, { name: 'x' }))).toMatchObject({ status: 409, message: reason });
  });
});

describe('a change that the app refuses', () => {
  it('is taken back, and says so', async () => {
    const b = await idOf('/b.txt');
    dropbox.control.write({ person: ada, path: '/taken.txt', text: 'somebody else’s' });
    await change(b, { name: 'taken.txt' });
    await app.work();
    expect(there()).toEqual(['/Plans', '/Plans/a.txt', '/b.txt', '/taken.txt']);
    expect(await here()).toEqual(there());
    expect(await idOf('/b.txt')).toBe(b);
    const [write] = await writes();
    expect(write!.state).toBe('refused');
    expect(write!.message).toMatch(
      /^Couldn’t rename “b.txt” to “taken.txt” in Dropbox: .* It has its old name again\.$/,
    );
  });

  it('takes no folder of somebody else’s for its own, nor what was put into it', async () => {
    dropbox.control.mkdir({ person: ada, path: '/New' });
    const { data: folder } = await me.call(documents.createFolder, {
      body: { name: 'New', parent_id: null, account_id: account },
    });
    const b = await idOf('/b.txt');
    await change(b, { parent_id: folder.id });
    await app.work();
    expect(there()).toEqual(['/New', '/Plans', '/Plans/a.txt', '/b.txt']);
    expect(await here()).toEqual(there());
    expect(await idOf('/b.txt')).toBe(b);
    expect(await idOf('/New')).not.toBe(folder.id);
    expect((await writes()).map(({ state }) => state)).toEqual(['refused', 'refused']);
  });

  it('leaves what was asked later', async () => {
    const b = await idOf('/b.txt');
    dropbox.control.write({ person: ada, path: '/taken.txt', text: 'somebody else’s' });
    await change(b, { name: 'taken.txt' });
    await change(b, { name: 'c.txt' });
    await app.work();
    expect(there()).toEqual(['/Plans', '/Plans/a.txt', '/c.txt', '/taken.txt']);
    expect(await here()).toEqual(there());
  });
});

describe('a change that was made before a kill', () => {
  const begun = () => sql`update account_writes set begun_at = now()`.execute(app.services.db);

  it('is found: a rename', async () => {
    const b = await idOf('/b.txt');
    await change(b, { name: 'c.txt' });
    await begun();
    dropbox.control.move({ person: ada, from: '/b.txt', to: '/c.txt' });
    await app.work();
    expect(there()).toEqual(['/Plans', '/Plans/a.txt', '/c.txt']);
    expect(await writes()).toMatchObject([{ state: 'done' }]);
  });

  it('is found: a folder', async () => {
    await me.call(documents.createFolder, { body: { name: 'New', parent_id: null, account_id: account } });
    await begun();
    dropbox.control.mkdir({ person: ada, path: '/New' });
    await app.work();
    expect(there()).toEqual(['/New', '/Plans', '/Plans/a.txt', '/b.txt']);
    expect(await writes()).toMatchObject([{ state: 'done' }]);
    await sync();
    expect(await here()).toEqual(there());
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
    expect(there()).toEqual(['/c.txt', '/d.txt']);
    expect(await here()).toEqual(there());
    expect(await idOf('/c.txt')).toBe(b);
    const { data } = await me.call(documents.get, { params: { id: b } });
    expect(data.size).toBe('changed there'.length);
  });
});

it('brings a file to where somebody has moved it at the source before it was renamed there', async () => {
  const b = await idOf('/b.txt');
  await change(b, { name: 'c.txt' });
  dropbox.control.move({ person: ada, from: '/b.txt', to: '/Plans/b.txt' });
  await app.work();
  await sync();
  expect(there()).toEqual(['/Plans', '/Plans/a.txt', '/Plans/c.txt']);
  expect(await here()).toEqual(there());
  expect(await idOf('/Plans/c.txt')).toBe(b);
});

it('restores from Dropbox a file that was deleted here, with its id, and says that folders can’t be', async () => {
  const [file, folder] = [await idOf('/b.txt'), await idOf('/Plans')];
  await remove(file, folder);
  await app.work();
  expect(there()).toEqual([]);
  expect((await failure(me.call(documents.restore, { body: { document_ids: [folder] } }))).message).toBe(
    'Dropbox lets Sheaf restore files only. Restore the folder in Dropbox.',
  );
  await me.call(documents.restore, { body: { document_ids: [file] } });
  expect(await here()).toEqual(['/b.txt']);
  await app.work();
  await sync();
  expect([there(), await here()]).toEqual([['/b.txt'], ['/b.txt']]);
  expect(await idOf('/b.txt')).toBe(file);
});

it('notices what was deleted there below a folder that was renamed here since', async () => {
  dropbox.control.write({ person: ada, path: '/Plans/kept.txt', text: 'kept' });
  await sync();
  dropbox.control.remove({ person: ada, path: '/Plans/a.txt' });
  await change(await idOf('/Plans'), { name: 'Old plans' });
  await app.work();
  await sync();
  expect(there()).toEqual(['/Old plans', '/Old plans/kept.txt', '/b.txt']);
  expect(await here()).toEqual(there());
});

it('restores from Google Drive’s trash what was deleted here, with its id', async () => {
  google.control.add({ person: ada, name: 'Letters', mimeType: 'application/vnd.google-apps.folder' });
  const drive = (await connectAccount(me, 'google-drive', ada)).id;
  const sync = { file_mode: 'all' as const, chat_mode: 'selected' as const, file_selected_folders: [] };
  await me.call(sources.syncSettings, { body: { source_account_id: drive, data: { sync } } });
  await app.work();
  const names = async () =>
    (await me.call(documents.list, { query: { account_id: drive } })).data.map(({ name }) => name);
  const shown = (await me.call(documents.list, { query: { account_id: drive } })).data;
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
