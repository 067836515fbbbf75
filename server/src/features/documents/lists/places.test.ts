import { type CallInput, documents, sharing, uploadsSource } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../../testing/documents.ts';
import { person, type TestPerson } from '../../../testing/people.ts';
import { testApp } from '../../../testing/test-app.ts';

const app = await forThisFile(testApp());

type Query = NonNullable<CallInput<typeof documents.list>['query']>;
const list = async (who: TestPerson, query: Query = {}) => (await who.call(documents.list, { query })).data;
const names = async (who: TestPerson, query: Query = {}) => (await list(who, query)).map(({ name }) => name);
const locations = async (who: TestPerson, query: Query = {}) =>
  Object.fromEntries(
    (await list(who, query)).map(({ name, location }) => [name, location.map((folder) => folder.name).join('/')]),
  );

/** Work › (Clients › Harbor › plan.pdf), notes.txt; and other.pdf beside it. */
async function tree() {
  const me = await person(app);
  const account = await quietAccount(app, me);
  const [work] = await addDocuments(app, me, account, [{ name: 'Work', folder: true }, { name: 'other plan.pdf' }]);
  const [clients] = await addDocuments(app, me, account, [
    { name: 'Clients', folder: true, parent: work! },
    { name: 'notes.txt', parent: work! },
  ]);
  const [harbor] = await addDocuments(app, me, account, [{ name: 'Harbor', folder: true, parent: clients! }]);
  const [plan] = await addDocuments(app, me, account, [{ name: 'plan.pdf', parent: harbor! }]);
  const ids = { work: work!, clients: clients!, harbor: harbor!, plan: plan! };
  return { me, account, ...ids };
}

describe('below a folder', () => {
  it('finds everything, however deep, and nothing beside it', async () => {
    const { me, work, clients } = await tree();
    expect(await names(me, { in: work, sort: 'name' })).toEqual(['Clients', 'Harbor', 'notes.txt', 'plan.pdf']);
    expect(await names(me, { in: work, search: 'plan' })).toEqual(['plan.pdf']);
    expect(await names(me, { in: clients, sort: 'name' })).toEqual(['Harbor', 'plan.pdf']);
    expect(await names(me, { in: work, kind: 'file', sort: 'name' })).toEqual(['notes.txt', 'plan.pdf']);
    expect(await names(me, { in: work, kind: 'folder', sort: 'name' })).toEqual(['Clients', 'Harbor']);
  });

  it('follows a move of a folder with everything inside', async () => {
    const { me, account, work, clients } = await tree();
    const [archive] = await addDocuments(app, me, account, [{ name: 'Archive', folder: true }]);
    expect(await names(me, { in: archive! })).toEqual([]);
    await app.services.pool.query('update documents set parent_id = $2 where id = $1', [clients, archive]);
    expect(await names(me, { in: archive!, sort: 'name' })).toEqual(['Clients', 'Harbor', 'plan.pdf']);
    expect(await names(me, { in: work })).toEqual(['notes.txt']);
  });

  it('is empty for people the folder is not shared with, and bad input is refused', async () => {
    const { me, work, clients, plan } = await tree();
    const guest = await person(app, { role: 'guest', organizationId: me.organizationId });
    const stranger = await person(app);
    await me.call(sharing.share, { body: { inviting_ids: [guest.id], document_ids: [plan] } });
    expect(await names(guest, { in: work })).toEqual([]);
    expect(await names(stranger, { in: work })).toEqual([]);
    await me.call(sharing.share, { body: { inviting_ids: [guest.id], document_ids: [clients] } });
    expect(await names(guest, { in: clients, sort: 'name' })).toEqual(['Harbor', 'plan.pdf']);
    expect(await names(guest, { in: work })).toEqual([]);
    await expect(names(me, { in: 'root' })).rejects.toMatchObject({ status: 422 });
  });

  it('stops where folders contain each other', async () => {
    const { me, work, harbor } = await tree();
    await app.services.pool.query('update documents set parent_id = $2 where id = $1', [work, harbor]);
    expect(await names(me, { in: work, sort: 'name' })).toEqual(['Clients', 'Harbor', 'notes.txt', 'plan.pdf', 'Work']);
    expect((await list(me, { search: 'notes' }))[0]!.location).toHaveLength(50);
  });
});

describe('the location', () => {
  it('lists the folders above, outermost first', async () => {
    const { me, work, clients, harbor, plan } = await tree();
    expect(await locations(me)).toEqual({
      'other plan.pdf': '',
      'notes.txt': 'Work',
      Work: '',
      Clients: 'Work',
      Harbor: 'Work/Clients',
      'plan.pdf': 'Work/Clients/Harbor',
    });
    const { data } = await me.call(documents.get, { params: { id: plan } });
    expect(data.location.map(({ id }) => id)).toEqual([work, clients, harbor]);
    expect(data.parent_id).toBe(harbor);
  });

  it('leaves out folders that one may not see', async () => {
    const { me, clients, plan, work } = await tree();
    const guest = await person(app, { role: 'guest', organizationId: me.organizationId });
    await me.call(sharing.share, { body: { inviting_ids: [guest.id], document_ids: [plan] } });
    expect(await locations(guest)).toEqual({ 'plan.pdf': '' });
    await me.call(sharing.share, { body: { inviting_ids: [guest.id], document_ids: [clients] } });
    expect(await locations(guest)).toEqual({ Clients: '', Harbor: 'Clients', 'plan.pdf': 'Clients/Harbor' });
    // If a folder in between is hidden, everything above it is hidden as well.
    await me.call(sharing.share, { body: { inviting_ids: [guest.id], document_ids: [work] } });
    await app.services.pool.query('delete from document_access where principal_id = $1 and document_id = $2', [
      guest.id,
      clients,
    ]);
    expect((await locations(guest))['plan.pdf']).toBe('Harbor');
  });

  it('changes when a folder is renamed', async () => {
    const { me, work } = await tree();
    expect((await locations(me))['notes.txt']).toBe('Work');
    await app.services.pool.query(`update documents set name = 'WORK' where id = $1`, [work]);
    expect((await locations(me))['notes.txt']).toBe('WORK');
  });
});

describe('the top level', () => {
  it('contains the top levels of one’s accounts, folders first', async () => {
    const { me, account } = await tree();
    const uploads = await quietAccount(app, me, uploadsSource);
    await addDocuments(app, me, uploads, [{ name: 'a.txt' }, { name: 'z', folder: true }]);
    expect(await names(me, { parent_id: 'root', account_id: account })).toEqual(['Work', 'other plan.pdf']);
    expect(await names(me, { parent_id: 'root', source_id: uploadsSource, owner: 'me' })).toEqual(['z', 'a.txt']);
    expect(await names(me, { parent_id: 'root' })).toEqual(['Work', 'z', 'a.txt', 'other plan.pdf']);
    const colleague = await person(app, { role: 'member', organizationId: me.organizationId });
    expect(await names(colleague, { parent_id: 'root', account_id: account })).toEqual([]);
  });

  it('contains only the topmost shared items', async () => {
    const { me, clients, plan, harbor } = await tree();
    const guest = await person(app, { role: 'guest', organizationId: me.organizationId });
    const shared: Query = { owner: 'shared', parent_id: 'root' };
    const share = (id: string) => me.call(sharing.share, { body: { inviting_ids: [guest.id], document_ids: [id] } });
    await share(plan);
    expect(await names(guest, shared)).toEqual(['plan.pdf']);
    await share(clients);
    expect(await names(guest, shared)).toEqual(['Clients']);
    expect(await names(guest, { parent_id: harbor })).toEqual(['plan.pdf']);
    expect(await names(me, shared)).toEqual([]);
  });
});

describe('the places of documents', () => {
  it('name accounts with their source and owner; a display name is visible to the owner only', async () => {
    const { me, account, clients } = await tree();
    await app.services.pool.query(`update source_accounts set display_name = 'Studio' where id = $1`, [account]);
    const guest = await person(app, { role: 'guest', organizationId: me.organizationId });
    await me.call(sharing.share, { body: { inviting_ids: [guest.id], document_ids: [clients] } });
    const mine = (await me.call(documents.sources)).data;
    expect(mine).toMatchObject([
      { slug: 'webdav', accounts: [{ id: account, name: 'somebody@example.com', display_name: 'Studio', own: true }] },
    ]);
    const theirs = (await guest.call(documents.sources)).data;
    expect(theirs).toMatchObject([{ slug: 'webdav', accounts: [{ id: account, display_name: null, own: false }] }]);
    expect((await list(me))[0]!.account.display_name).toBe('Studio');
    expect((await list(guest))[0]!.account.display_name).toBeNull();
  });
});
