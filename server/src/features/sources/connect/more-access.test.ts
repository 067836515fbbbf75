import { contract } from '@sheaf/contract';
import { startGraph } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeEach, expect, it } from 'vitest';
import { person, type TestPerson } from '../../../testing/people.ts';
import { connectAccount, consent, syncAccount } from '../../../testing/sign-in/consent.ts';
import { testApp } from '../../../testing/test-app.ts';

/**
 * OneDrive: one's own drive is connected first; in many companies, libraries and shared folders need an administrator.
 */

const { sources } = contract;
const source = 'onedrive';
let me: TestPerson;
const graph = await forThisFile(startGraph({ samples: false }));
graph.control.write({ person: 'bruno', path: 'mine.txt', text: 'mine' });
graph.control.write({ person: 'bruno', library: 'Harbour project/Drawings', path: 'plan.txt', text: 'plan' });
const app = await forThisFile(testApp({}, { onedrive: graph }));
beforeEach(async () => {
  me = await person(app);
  graph.control.requireAdminConsent();
});

const account = async () => (await me.call(sources.accounts)).data[0]!;
const isAllowed = async () => (await account()).access.map(({ key, is_allowed }) => [key, is_allowed]);
const askFor = async (id: string, access: string) =>
  (await me.call(sources.beginOAuth, { body: { source, account_id: id, access } })).data.url;
const finish = async (back: URLSearchParams) =>
  (await me.call(sources.finishOAuth, { body: { source, code: back.get('code')!, state: back.get('state')! } })).data;
async function sync(id: string): Promise<string[]> {
  await syncAccount(app, me, id);
  return nextSync(id);
}
async function nextSync(id: string): Promise<string[]> {
  await me.call(sources.syncNow, { params: { id } });
  await app.work();
  const { rows } = await app.services.pool.query<{ name: string }>(
    `select name from documents where account_id = $1 and kind <> 'folder' order by name`,
    [id],
  );
  return rows.map(({ name }) => name);
}

it('connects without an administrator’s approval, keeps working if that is refused, and lists more once it is given', async () => {
  const { id } = await connectAccount(me, source, 'bruno');
  expect(await isAllowed()).toEqual([['shared', false]]);
  expect(await sync(id)).toEqual(['mine.txt']);

  const refused = await consent(await askFor(id, 'shared'), 'bruno');
  expect([refused.get('error'), refused.get('code')]).toEqual(['access_denied', null]);
  graph.control.write({ person: 'bruno', path: 'later.txt', text: 'later' });
  expect(await nextSync(id)).toEqual(['later.txt', 'mine.txt']);
  expect(await account()).toMatchObject({ status: 'connected', problem: null });
  expect((await account()).access[0]!.granted_by).toContain('administrator');

  graph.control.requireAdminConsent({ scopes: [] });
  expect((await finish(await consent(await askFor(id, 'shared'), 'bruno'))).id).toBe(id);
  expect(await isAllowed()).toEqual([['shared', true]]);
  expect(await nextSync(id)).toEqual(['later.txt', 'mine.txt', 'plan.txt']);
  await connectAccount(me, source, 'bruno', id);
  expect(await isAllowed()).toEqual([['shared', true]]);
});

it('gives no access to another login, and none that the app doesn’t have', async () => {
  const { id } = await connectAccount(me, source, 'bruno');
  graph.control.requireAdminConsent({ scopes: [] });
  const other = await consent(await askFor(id, 'shared'), 'chen');
  await expect(finish(other)).rejects.toMatchObject({ code: 'another_account' });
  expect(await isAllowed()).toEqual([['shared', false]]);
  await expect(askFor(id, 'everything')).rejects.toMatchObject({ status: 404 });
  const unnamed = me.call(sources.beginOAuth, { body: { source, access: 'shared' } });
  await expect(unnamed).rejects.toMatchObject({ status: 422 });
});
