import { contract, type SyncSettings } from '@sheaf/contract';
import { startDropbox, startGoogle } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { failure } from '../../testing/failure.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { connectAccount, consent, syncAccount } from '../../testing/sign-in/consent.ts';
import { testApp } from '../../testing/test-app.ts';

const google = await forThisFile(startGoogle({ samples: false }));
const dropbox = await forThisFile(startDropbox({ samples: false }));
for (const person of ['ada', 'bruno'] as const) google.control.addMany({ person, count: 80 });
const app = await forThisFile(testApp({}, { 'google-drive': google, dropbox }));
afterEach(() => google.control.clearFaults());

const { notifications, sources } = contract;
const someone = 'ada';

const sync = (who: TestPerson, id: string, choice?: Partial<SyncSettings>) => syncAccount(app, who, id, choice);

const stored = (accountId: string) =>
  app.services.db.selectFrom('documents').selectAll().where('account_id', '=', accountId).execute();

const account = async (who: TestPerson, id: string) =>
  (await who.call(sources.accounts)).data.find((one) => one.id === id)!;

const notificationsOf = async (who: TestPerson) =>
  (await who.call(notifications.list)).data.notifications.map(({ title, message, read }) => ({ title, message, read }));

describe('connecting', () => {
  it('lists connectable apps, with the sandbox marked', async () => {
    const me = await person(app);
    expect((await me.call(sources.list)).data).toMatchObject([
      { slug: 'google-drive', auth: 'oauth2', sandbox: true },
      { slug: 'dropbox', auth: 'oauth2', sandbox: true },
      { slug: 'webdav', auth: 'credentials', sandbox: false },
      { slug: 's3', auth: 'credentials', sandbox: false },
      { slug: 'sftp', auth: 'credentials', sandbox: false },
      { slug: 'imap', auth: 'credentials', sandbox: false },
    ]);
  });

  it('gives documents of the sandbox a page there, not at the real provider', async () => {
    const me = await person(app);
    const { id } = await connectAccount(me, 'google-drive', someone);
    await sync(me, id);
    const { rows } = await app.services.pool.query('select web_url from documents where account_id = $1 limit 1', [id]);
    expect(rows[0].web_url).toMatch(/^https:/);
    const { data } = await me.call(contract.documents.list, { query: { account_id: id, per_page: 100 } });
    for (const { web_url } of data) expect(web_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/_page\/google-drive\?name=/);
    const page = await fetch(data[0]!.web_url!);
    expect(await page.text()).toContain('page of the sandbox');
  });

  it('accepts a state once, from the person who started, for its source', async () => {
    const [me, other] = [await person(app), await person(app)];
    const { url } = (await me.call(sources.beginOAuth, { body: { source: 'google-drive' } })).data;
    const back = await consent(url, someone);
    const body = { source: 'google-drive', code: back.get('code')!, state: back.get('state')! };
    expect((await failure(other.call(sources.finishOAuth, { body }))).status).toBe(409);
    expect((await failure(me.call(sources.finishOAuth, { body: { ...body, source: 'dropbox' } }))).status).toBe(409);
    const made = (await me.call(sources.finishOAuth, { body })).data;
    expect(made).toMatchObject({ slug: 'google-drive', status: 'connected', sandbox: true });
    expect((await failure(me.call(sources.finishOAuth, { body }))).status).toBe(409);
  });

  it('stores no token unencrypted', async () => {
    const me = await person(app);
    const { id } = await connectAccount(me, 'google-drive', someone);
    const { rows } = await app.services.pool.query('select a::text as row from source_accounts a where id = $1', [id]);
    expect(rows[0].row).not.toMatch(/ya29|1\/\//);
  });

  it('keeps one account when the same login is connected again', async () => {
    const me = await person(app);
    const first = await connectAccount(me, 'google-drive', someone);
    const again = await connectAccount(me, 'google-drive', someone, first.id);
    expect(again.id).toBe(first.id);
  });
});

it('updates PostgreSQL’s statistics as soon as a large account is listed, even after others', async () => {
  const count = 10_000;
  const me = await person(app);
  await addDocuments(app, me, await quietAccount(app, me), [{ name: 'other.txt' }]);
  await app.services.pool.query('analyze documents');
  const { id } = await connectAccount(me, 'google-drive', someone);
  const files = Array.from({ length: count }, (_, n) => ({ name: `file ${n}.txt` }));
  await addDocuments(app, me, id, files);
  await sync(me, id);
  const { rows } = await app.services.pool.query(
    `explain (format json) select 1 from documents where account_id = '${id}'`,
  );
  expect(rows[0]['QUERY PLAN'][0].Plan['Plan Rows']).toBeGreaterThan(count / 2);
});

describe('a later run', () => {
  it('brings changes at the source, keeps ids and fetches nothing twice', async () => {
    const me = await person(app);
    const { id } = await connectAccount(me, 'google-drive', someone);
    await sync(me, id);
    const before = new Map((await stored(id)).map((one) => [one.remote_id, one]));
    const folder = google.control.add({
      person: someone,
      name: 'New folder',
      mimeType: 'application/vnd.google-apps.folder',
    });
    const fresh = google.control.add({ person: someone, name: 'fresh.txt', text: 'hello', parent: folder });
    const [moved, renamed, removed] = [...before.values()].filter(
      (one) => one.kind === 'file' && one.content === 'stored',
    );
    google.control.move({ person: someone, id: moved!.remote_id, parent: folder });
    google.control.rename({ person: someone, id: renamed!.remote_id, name: 'renamed.bin' });
    google.control.trash({ person: someone, id: removed!.remote_id });
    google.control.clearCalls();
    await sync(me, id);
    const after = new Map((await stored(id)).map((one) => [one.remote_id, one]));
    expect(after.get(fresh)).toMatchObject({ name: 'fresh.txt', content: 'stored', parent_id: after.get(folder)!.id });
    expect(after.get(moved!.remote_id)).toMatchObject({
      id: moved!.id,
      parent_id: after.get(folder)!.id,
      sha256: moved!.sha256,
    });
    expect(after.get(renamed!.remote_id)).toMatchObject({ id: renamed!.id, name: 'renamed.bin' });
    expect(after.has(removed!.remote_id)).toBe(false);
    expect(after.size).toBe(before.size + 1);
  });

  it('lists again and keeps ids when a cursor has expired', async () => {
    const me = await person(app);
    const { id } = await connectAccount(me, 'google-drive', someone);
    await sync(me, id);
    const before = (await stored(id)).map((one) => `${one.remote_id} ${one.id}`).sort();
    google.control.fail({ path: '/drive/v3/changes', action: { kind: 'expire-cursor' } });
    await sync(me, id);
    await app.work();
    expect((await stored(id)).map((one) => `${one.remote_id} ${one.id}`).sort()).toEqual(before);
    expect(await account(me, id)).toMatchObject({ status: 'connected', problem: null });
  });

  it('asks to reconnect after a withdrawn grant, which then works', async () => {
    const me = await person(app);
    const { id } = await connectAccount(me, 'google-drive', someone);
    google.control.revoke({ person: someone });
    expect((await sync(me, id)).status).toBe('failed');
    expect(await account(me, id)).toMatchObject({ status: 'needs_reauth' });
    const news = {
      title: 'Google Drive (ada@example.com) needs your attention',
      message: 'Access was removed or has expired. Reconnect the account.',
    };
    expect(await notificationsOf(me)).toEqual([{ ...news, read: false }]);
    await me.call(notifications.markRead, { body: { all: true } });
    await sync(me, id);
    expect(await notificationsOf(me)).toEqual([{ ...news, read: true }]);
    await connectAccount(me, 'google-drive', someone, id);
    expect((await sync(me, id)).phase).toBe('done');
    expect((await account(me, id)).status).toBe('connected');
    expect(await notificationsOf(me)).toEqual([]);
    google.control.revoke({ person: someone });
    await sync(me, id);
    expect(await notificationsOf(me)).toEqual([{ ...news, read: false }]);
    await connectAccount(me, 'google-drive', someone, id);
  });

  it('removes nothing until someone decides when most of an account is gone', async () => {
    const me = await person(app);
    const { id } = await connectAccount(me, 'google-drive', 'bruno');
    await sync(me, id);
    const files = async () => (await stored(id)).filter(({ kind }) => kind !== 'folder').length;
    const count = await files();
    for (const one of await stored(id)) {
      if (one.parent_remote_id !== null) continue;
      google.control.trash({ person: 'bruno', id: one.remote_id });
    }
    await sync(me, id);
    const held = await account(me, id);
    expect(held.status).toBe('attention');
    expect(await notificationsOf(me)).toMatchObject([{ message: held.problem, read: false }]);
    expect(held.held_deletions).toBeGreaterThan(count / 2);
    expect(await files()).toBe(count);
    await me.call(sources.decideDeletions, { params: { id }, body: { action: 'apply' } });
    expect(await notificationsOf(me)).toEqual([]);
    expect(await files()).toBe(count - held.held_deletions);
    expect((await failure(me.call(sources.decideDeletions, { params: { id }, body: { action: 'keep' } }))).status).toBe(
      409,
    );
  });
});

describe('choosing what to sync', () => {
  it('returns the token of Google’s picker, and the lists of other apps', async () => {
    const me = await person(app);
    const drive = await connectAccount(me, 'google-drive', someone);
    const ask = async (id: string, more = {}) =>
      (await me.call(sources.files, { body: { source_account_id: id, ...more } })).data;
    expect(await ask(drive.id)).toEqual(expect.stringMatching(/.{10,}/));
    expect(await ask(drive.id, { parent_id: null })).toContainEqual(expect.objectContaining({ kind: 'folder' }));
    dropbox.control.write({ person: someone, path: '/Notes.txt', text: 'Notes' });
    const box = await connectAccount(me, 'dropbox', someone);
    expect(await ask(box.id)).toContainEqual({ id: expect.any(String), name: 'Notes.txt', kind: 'file' });
  });

  it('accepts folders by their ids alone', async () => {
    const me = await person(app);
    const { id } = await connectAccount(me, 'google-drive', someone);
    const body = { source_account_id: id, parent_id: null };
    const folder = (await me.call(sources.browse, { body })).data.files.find(({ kind }) => kind === 'folder')!;
    await syncAccount(app, me, id, { file_mode: 'selected', file_selected_folders: [folder.id] });
    expect((await account(me, id)).settings.file_selected_folders).toEqual([{ id: folder.id, name: folder.id }]);
    expect((await stored(id)).map(({ name }) => name)).toContain(folder.name);
  });

  it('brings the content of one folder, and removes the announced number of files after a smaller choice', async () => {
    const me = await person(app);
    const { id } = await connectAccount(me, 'google-drive', someone);
    await sync(me, id);
    const top = (await me.call(sources.browse, { body: { source_account_id: id, parent_id: null } })).data;
    const folder = top.files.find(({ kind }) => kind === 'folder')!;
    const chosen = { file_mode: 'selected' as const, file_selected_folders: [{ id: folder.id, name: folder.name }] };
    const all = (await stored(id)).length;
    const { removed } = (
      await me.call(sources.previewSettings, { body: { source_account_id: id, data: { sync: chosen } } })
    ).data;
    await sync(me, id, chosen);
    const left = await stored(id);
    expect(left.length).toBe(all - removed);
    await sync(me, id, { file_mode: 'none' });
    expect(await stored(id)).toEqual([]);
  });

  it('takes the id of a folder verbatim', async () => {
    const me = await person(app);
    const { id } = await connectAccount(me, 'google-drive', someone);
    const folders = [{ id: ' a path with spaces around it ', name: '' }];
    const body = {
      source_account_id: id,
      data: { sync: { file_mode: 'selected' as const, file_selected_folders: folders } },
    };
    await me.call(sources.syncSettings, { body });
    const [account] = (await me.call(sources.accounts, { query: {} })).data;
    expect(account!.settings.file_selected_folders).toEqual(folders);
  });
});

it('revokes the grant and keeps the copies on disconnecting, and removes them on deleting', async () => {
  const me = await person(app);
  const { id } = await connectAccount(me, 'google-drive', someone);
  await sync(me, id);
  const count = (await stored(id)).length;
  expect((await me.call(sources.disconnect, { params: { id } })).data.status).toBe('disconnected');
  expect((await stored(id)).length).toBe(count);
  expect((await failure(me.call(sources.syncNow, { params: { id } }))).status).toBe(409);
  await me.call(sources.delete, { params: { id } });
  expect(await stored(id)).toEqual([]);
});

it('hides an account from others', async () => {
  const [me, other] = [await person(app), await person(app)];
  const colleague = await person(app, { role: 'admin', organizationId: me.organizationId });
  const { id } = await connectAccount(me, 'google-drive', someone);
  for (const stranger of [other, colleague]) {
    expect((await stranger.call(sources.accounts)).data).toEqual([]);
    expect((await failure(stranger.call(sources.syncNow, { params: { id } }))).status).toBe(404);
    expect((await failure(stranger.call(sources.failures, { params: { id } }))).status).toBe(404);
    expect((await failure(stranger.call(sources.disconnect, { params: { id } }))).status).toBe(404);
    expect((await failure(stranger.call(sources.delete, { params: { id } }))).status).toBe(404);
  }
});
