import { type CallInput, contract } from '@sheaf/contract';
import { beforeEach, expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../../testing/documents.ts';
import { failure } from '../../../testing/failure.ts';
import { person } from '../../../testing/people.ts';
import { driveToDropbox, paths, text } from '../testing/drive-to-dropbox.ts';
import { sync } from '../testing/driver.ts';

/** Transfers of every document in a list. */

const { sharing, transfers } = contract;

const world = await driveToDropbox();
let { app, from, to, me, accounts } = world;
beforeEach(() => {
  ({ app, from, to, me, accounts } = world);
});

type Body = NonNullable<CallInput<typeof transfers.create>['body']>;
const create = async (body: Partial<Body>) =>
  (await me.call(transfers.create, { body: { ...accounts, ...body } })).data;
const preview = async (body: Partial<Body>) =>
  (await me.call(transfers.preview, { body: { ...accounts, ...body } })).data;

it('takes one’s own documents of the account from a list, and folders once with their content', async () => {
  await from.mkdir(['Plans']);
  for (const path of [['Plans', 'in.txt'], ['a.txt'], ['b.txt'], ['c.pdf']]) await from.write(path, text(path.join()));
  await sync(app, me, accounts.from_account_id);
  await addDocuments(app, me, await quietAccount(app, me), [{ name: 'elsewhere.txt' }]);
  const colleague = await person(app, { organizationId: me.organizationId, role: 'member' });
  const [theirs] = await addDocuments(app, colleague, await quietAccount(app, colleague), [{ name: 'theirs.txt' }]);
  await colleague.call(sharing.share, { body: { inviting_ids: [me.id], document_ids: [theirs!] } });

  expect(await preview({ list: {} })).toMatchObject({ files: 4, folders: 1, left_out: 2 });
  expect(await preview({ list: { search: '.txt' } })).toMatchObject({ files: 3, folders: 0, left_out: 2 });
  const everything = await create({ list: {} });
  expect(everything).toMatchObject({ selection_type: 'selected', chosen: { count: 4 } });
  expect(await world.again(everything.id)).toMatchObject({ status: 'completed', total: 5, failed: 0 });
  expect(await paths(to)).toEqual(['Plans', 'Plans/in.txt', 'a.txt', 'b.txt', 'c.pdf']);
  const { data } = await me.call(transfers.list);
  expect(data.map(({ chosen }) => chosen.count)).toEqual([4]);
});

it('moves what a search finds, and nothing else', async () => {
  await world.files('a.txt', 'b.txt', 'c.pdf');
  const { id } = await create({ list: { search: '.txt' }, mode: 'move' });
  expect(await world.again(id)).toMatchObject({ status: 'completed', total: 2 });
  expect([await paths(from), await paths(to)]).toEqual([['c.pdf'], ['a.txt', 'b.txt']]);
});

it('rejects a list with nothing to transfer, and a list together with documents', async () => {
  await world.files('a.txt');
  const none = 'This list has none of your files in this account. Choose another account.';
  const elsewhere = await quietAccount(app, me);
  for (const list of [{ search: 'nothing' }, { owner: 'shared' as const }, { account_id: elsewhere }])
    for (const call of [create, preview])
      expect(await failure(call({ list }))).toMatchObject({ status: 409, message: none });
  const document_ids = [await world.idOf('a.txt')];
  expect(await failure(create({ list: {}, document_ids }))).toMatchObject({ status: 422 });
  expect(await failure(create({ list: {}, selection_type: 'all' }))).toMatchObject({ status: 422 });
  expect(await failure(create({ list: { type: 'unknown' } as never }))).toMatchObject({ status: 422 });
  const stranger = await person(app);
  const body = { ...accounts, list: {} };
  expect((await failure(stranger.call(transfers.create, { body }))).status).toBeGreaterThanOrEqual(404);
  expect((await me.call(transfers.list)).data).toEqual([]);
});
