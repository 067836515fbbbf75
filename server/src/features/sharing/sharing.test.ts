import { auth, documents, members, sharing } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { failure } from '../../testing/failure.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';

const app = await forThisFile(testApp());

const names = async (who: TestPerson) =>
  (await who.call(documents.list, { query: { sort: 'name' } })).data.map(({ name }) => name);

async function team() {
  const me = await person(app);
  const { organizationId } = me;
  const [bea, guest] = [
    await person(app, { role: 'member', organizationId }),
    await person(app, { role: 'guest', organizationId }),
  ];
  const account = await quietAccount(app, me);
  const [folder] = await addDocuments(app, me, account, [{ name: 'folder', folder: true }]);
  const [inside] = await addDocuments(app, me, account, [{ name: 'inside.txt', parent: folder! }]);
  const [outside] = await addDocuments(app, me, account, [{ name: 'outside.txt' }]);
  return { me, bea, guest, account, folder: folder!, inside: inside!, outside: outside! };
}

const give = (from: TestPerson, to: TestPerson, ...document_ids: string[]) =>
  from.call(sharing.share, { body: { inviting_ids: [to.id], document_ids } });
const take = (who: TestPerson, from: TestPerson, documentId: string) =>
  who.call(sharing.unshare, { params: { userId: from.id, documentId } });

describe('sharing', () => {
  it('covers what is and will be in a folder, but not what leaves it', async () => {
    const { me, bea, account, folder, inside, outside } = await team();
    await give(me, bea, folder);
    expect(await names(bea)).toEqual(['folder', 'inside.txt']);
    await addDocuments(app, me, account, [{ name: 'later.txt', parent: folder }]);
    expect(await names(bea)).toEqual(['folder', 'inside.txt', 'later.txt']);
    await app.services.pool.query('update documents set parent_id = $2 where id = $1', [outside, folder]);
    await app.services.pool.query('update documents set parent_id = null where id = $1', [inside]);
    expect(await names(bea)).toEqual(['folder', 'later.txt', 'outside.txt']);
    await take(me, bea, folder);
    expect(await names(bea)).toEqual([]);
    expect(await names(me)).toHaveLength(4);
  });

  it('ends below a deleted folder', async () => {
    const { me, bea, account, folder } = await team();
    const [middle] = await addDocuments(app, me, account, [{ name: 'middle', folder: true, parent: folder }]);
    await addDocuments(app, me, account, [{ name: 'deep.txt', parent: middle! }]);
    await give(me, bea, folder);
    expect(await names(bea)).toEqual(['deep.txt', 'folder', 'inside.txt', 'middle']);
    await app.services.pool.query('delete from documents where id = $1', [middle]);
    expect(await names(bea)).toEqual(['folder', 'inside.txt']);
  });

  it('does not follow the content of a shared folder to another account', async () => {
    const { me, bea, folder, inside } = await team();
    await give(me, bea, folder);
    const elsewhere = await quietAccount(app, me);
    await app.services.pool.query('update documents set account_id = $2, parent_id = null where id = $1', [
      inside,
      elsewhere,
    ]);
    expect(await names(bea)).toEqual(['folder']);
  });

  it('sends one email, and lists the document under Shared with me', async () => {
    const { me, bea, inside } = await team();
    await give(me, bea, inside);
    await give(me, bea, inside);
    await app.work();
    const mails = await app.mailsTo(bea.email);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/shared “inside.txt” with you$/)]);
    expect(mails[0]!.text).toContain(`/directory?org=${me.organizationId}&owner=shared&preview=${inside}`);
    const { data } = await bea.call(documents.list, { query: { owner: 'shared' } });
    expect(data).toMatchObject([{ name: 'inside.txt', own: false, parent_id: null, created_by: { id: me.id } }]);
    expect((await me.call(documents.get, { params: { id: inside } })).data.shared).toBe(true);
  });

  it('links to a shared folder in the email', async () => {
    const { me, bea, folder } = await team();
    await give(me, bea, folder);
    await app.work();
    expect((await app.mailsTo(bea.email))[0]!.text).toContain(
      `/directory?org=${me.organizationId}&parent_id=${folder}`,
    );
  });

  it('lists who has access and why', async () => {
    const { me, bea, guest, folder, inside } = await team();
    await give(me, bea, folder);
    await give(me, guest, inside);
    const params = { documentId: inside };
    const having = await me.call(sharing.members, { params });
    expect(having.pagination.total).toBe(2);
    expect(new Map(having.data.map(({ id, via }) => [id, via?.name ?? null]))).toEqual(
      new Map([
        [bea.id, 'folder'],
        [guest.id, null],
      ]),
    );
    const others = async (documentId: string) =>
      (await me.call(sharing.others, { params: { documentId } })).data.map(({ kind, id }) => [kind, id]);
    const everyone = ['group', me.organizationId];
    expect(await others(inside)).toEqual([everyone]);
    expect(await others(folder)).toEqual([everyone, ['user', guest.id]]);
    const details = (await guest.call(documents.get, { params: { id: inside } })).data;
    expect(details.access.map(({ id }) => id)).toEqual([me.id, guest.id]);
    expect(details.path).toEqual([]);
    const error = await failure(take(me, bea, inside));
    expect([error.status, error.message]).toEqual([409, expect.stringContaining('“folder”')]);
    await take(guest, guest, inside);
    expect(await names(guest)).toEqual([]);
  });

  it('is announced and removed together for several documents', async () => {
    const { me, bea, guest, folder, inside, outside } = await team();
    const about = { params: { documentId: inside }, query: { also: `${outside},${outside}` } };
    const having = async () =>
      (await me.call(sharing.members, about)).data
        .map(({ id, documents: seen, via }) => [id, seen, via?.name ?? null])
        .sort();
    const lacking = async () =>
      (await me.call(sharing.others, about)).data.filter(({ kind }) => kind === 'user').map(({ id }) => id);
    const takeBoth = (from: TestPerson) =>
      me.call(sharing.unshare, { params: { userId: from.id, documentId: inside }, query: { also: outside } });

    await give(me, bea, inside, outside);
    await give(me, guest, folder);
    expect(await having()).toEqual(
      [
        [bea.id, 2, null],
        [guest.id, 1, 'folder'],
      ].sort(),
    );
    expect(await lacking()).toEqual([guest.id]);
    await give(me, guest, outside);
    expect(await having()).toEqual(
      [
        [bea.id, 2, null],
        [guest.id, 2, null],
      ].sort(),
    );
    expect(await lacking()).toEqual([]);

    await takeBoth(bea);
    expect(await names(bea)).toEqual([]);
    await takeBoth(guest);
    expect(await names(guest)).toEqual(['folder', 'inside.txt']);
    expect(await having()).toEqual([[guest.id, 1, 'folder']]);
    // Repeated because the answer was lost: nothing changes, and no second entry is recorded.
    await takeBoth(guest);
    await takeBoth(bea);
    expect(await having()).toEqual([[guest.id, 1, 'folder']]);
    expect((await failure(take(me, guest, inside))).message).toContain('“folder”');

    const { data } = await me.call(documents.activity, { params: { id: outside } });
    expect(data.filter(({ kind }) => kind === 'unshared').map(({ detail }) => detail)).toEqual(
      await Promise.all([guest, bea].map(async (who) => (await who.call(auth.user)).data.name)),
    );
    await give(me, bea, inside);
    expect((await failure(bea.call(sharing.members, about))).status).toBe(404);
    expect(
      (await failure(bea.call(sharing.unshare, { ...about, params: { ...about.params, userId: bea.id } }))).status,
    ).toBe(404);
    expect(await names(bea)).toEqual(['inside.txt']);
    const nonsense = { params: { documentId: inside }, query: { also: 'nonsense' } };
    expect((await failure(me.call(sharing.members, nonsense))).status).toBe(422);
  });

  it('can be changed by the owner only', async () => {
    const { me, bea, guest, inside, outside } = await team();
    const stranger = await person(app);
    await give(me, bea, inside);
    expect((await failure(give(bea, guest, inside))).status).toBe(404);
    expect((await failure(give(bea, guest, outside))).status).toBe(404);
    expect((await failure(bea.call(sharing.members, { params: { documentId: inside } }))).status).toBe(404);
    expect((await failure(take(bea, me, inside))).status).toBe(404);
    // Others learn nothing about who has access, whether they see the document or not.
    for (const who of [bea, guest, stranger])
      for (const whom of [guest, stranger, me])
        if (who !== whom)
          expect((await failure(take(who, whom, inside))).message).toMatch(/^This document doesn’t exist/);
    expect((await failure(guest.call(sharing.others, { params: { documentId: inside } }))).status).toBe(403);
    expect((await failure(give(me, me, inside))).status).toBe(422);
    expect((await failure(give(me, stranger, inside))).status).toBe(404);
    expect(await names(stranger)).toEqual([]);
  });

  it('follows the account to a new owner, and ends with the membership', async () => {
    const { me, bea, guest, inside } = await team();
    await give(me, bea, inside);
    await give(me, guest, inside);
    const heir = await person(app, { role: 'owner', organizationId: me.organizationId });
    await me.call(members.leave, { body: { content: 'hand_over', hand_over_to: heir.id } });
    expect(await names(heir)).toEqual(['folder', 'inside.txt', 'outside.txt']);
    expect(await names(bea)).toEqual(['inside.txt']);
    await heir.call(members.remove, { params: { id: bea.id }, query: { content: 'delete' } });
    const { rows } = await app.services.pool.query('select 1 from document_access where principal_id = any($1)', [
      [bea.id, me.id],
    ]);
    expect(rows).toEqual([]);
  });
});

/** An open transaction that puts a file into a folder, as a sync does. */
async function putting(owner: TestPerson, account: string, parent: string | null) {
  const client = await app.services.pool.connect();
  const put = async (folder: string | null) => {
    const id = crypto.randomUUID();
    await client.query(
      `insert into documents (id, organization_id, account_id, owner_id, remote_id, name, parent_id, kind, revision, listing)
       values ($1, $2, $3, $4, $5, 'new.txt', $6, 'file', '1', 1)`,
      [id, owner.organizationId, account, owner.id, id, folder],
    );
  };
  await client.query('begin');
  await put(parent);
  const end = async (how: 'commit' | 'rollback') => {
    await client.query(how);
    client.release();
  };
  return { put, end };
}

/** Until the work is done or waits for another transaction. */
async function doneOrWaiting(work: Promise<unknown>): Promise<void> {
  const state = { over: false };
  const end = () => {
    state.over = true;
  };
  work.then(end, end);
  const waits = async () => {
    const { rows } = await app.services.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  };
  while (!state.over && !(await waits()));
}

describe('at the same time as sharing', () => {
  it('a file put into a folder whose share is being removed stays hidden', async () => {
    const { me, bea, account, folder } = await team();
    await give(me, bea, folder);
    const { end } = await putting(me, account, folder);
    const taken = take(me, bea, folder);
    await doneOrWaiting(taken);
    await end('commit');
    await taken;
    expect(await names(bea)).toEqual([]);
  });

  it('a file put into a folder that is being shared is visible', async () => {
    const { me, bea, account, folder } = await team();
    const { end } = await putting(me, account, folder);
    const given = give(me, bea, folder);
    await doneOrWaiting(given);
    await end('commit');
    await given;
    expect(await names(bea)).toEqual(['folder', 'inside.txt', 'new.txt']);
  });

  it('two people who share with each other can sync', async () => {
    const { me, bea, account, folder } = await team();
    const theirs = await quietAccount(app, bea);
    const [other] = await addDocuments(app, bea, theirs, [{ name: 'other', folder: true }]);
    await give(me, bea, folder);
    await give(bea, me, other!);
    const [mine, hers] = [await putting(me, account, null), await putting(bea, theirs, null)];
    const put = [mine.put(folder), hers.put(other!)];
    const outcomes = await Promise.allSettled(put);
    await Promise.all(
      [mine, hers].map(({ end }, at) => end(outcomes[at]!.status === 'fulfilled' ? 'commit' : 'rollback')),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect(await names(bea)).toEqual(['folder', 'inside.txt', 'new.txt', 'new.txt', 'new.txt', 'other']);
  });
});

it('shows a member who returns only what is shared then, with no earlier counts', async () => {
  const { me, bea, folder, inside } = await team();
  await give(me, bea, folder);
  const total = async () => (await bea.call(documents.list)).pagination.total;
  expect(await total()).toBe(2);
  await me.call(members.remove, { params: { id: bea.id }, query: { content: 'delete' } });
  await app.services.pool.query(`insert into memberships (organization_id, user_id, role) values ($1, $2, 'member')`, [
    me.organizationId,
    bea.id,
  ]);
  expect(await total()).toBe(0);
  await give(me, bea, inside);
  expect(await total()).toBe(1);
});

/** Checks the table of access against the owners and the shares of each document and the folders above it. */
async function expectAccess(organizationId: string): Promise<void> {
  const { pool } = app.services;
  const { rows: all } = await pool.query(
    'select id, parent_id, owner_id, deleted_at from documents where organization_id = $1',
    [organizationId],
  );
  const { rows: shares } = await pool.query(
    'select document_id, principal_id from document_shares where organization_id = $1',
    [organizationId],
  );
  const { rows: access } = await pool.query(
    'select document_id, principal_id, own from document_access where organization_id = $1',
    [organizationId],
  );
  const byId = new Map(all.map((row) => [row.id, row]));
  const wanted = new Set<string>();
  for (const row of all.filter(({ deleted_at }) => deleted_at === null)) {
    wanted.add(`${row.id} ${row.owner_id} true`);
    for (let at = row; at; at = byId.get(at.parent_id)) {
      for (const { document_id, principal_id } of shares)
        if (document_id === at.id && principal_id !== row.owner_id) wanted.add(`${row.id} ${principal_id} false`);
    }
  }
  expect(new Set(access.map(({ document_id, principal_id, own }) => `${document_id} ${principal_id} ${own}`))).toEqual(
    wanted,
  );
}

it('gives the access that the shares define, whatever happens in whichever order', async () => {
  const action = fc.record({
    what: fc.constantFrom('add', 'move', 'share', 'unshare', 'delete', 'restore', 'remove', 'rename'),
    which: fc.nat(1000),
    other: fc.nat(1000),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 25 }), async (actions) => {
      const me = await person(app);
      const { organizationId } = me;
      const people = [
        await person(app, { role: 'member', organizationId }),
        await person(app, { role: 'guest', organizationId }),
      ];
      const account = await quietAccount(app, me);
      const ids = await addDocuments(app, me, account, [{ name: 'top', folder: true }]);
      const { pool } = app.services;
      for (const { what, which, other } of actions) {
        const [id, target] = [ids[which % ids.length]!, ids[other % ids.length]!];
        const who = people[other % people.length]!;
        if (what === 'add')
          ids.push(...(await addDocuments(app, me, account, [{ name: `d${which}`, folder: true, parent: id }])));
        if (what === 'move')
          await pool.query(
            `update documents set parent_id = $2 where id = $1 and not exists (
               with recursive up as (select $2::uuid as id union select d.parent_id from up join documents d on d.id = up.id)
               select 1 from up where id = $1)`,
            [id, target],
          );
        if (what === 'share')
          await pool.query(
            `insert into document_shares (organization_id, document_id, principal_id, account_id)
             select organization_id, id, $2, account_id from documents where id = $1 on conflict do nothing`,
            [id, who.id],
          );
        if (what === 'unshare')
          await pool.query('delete from document_shares where document_id = $1 and principal_id = $2', [id, who.id]);
        if (what === 'delete') await pool.query('update documents set deleted_at = now() where id = $1', [id]);
        if (what === 'restore') await pool.query('update documents set deleted_at = null where id = $1', [id]);
        if (what === 'rename') await pool.query('update documents set name = $2 where id = $1', [id, `n${other}`]);
        if (what === 'remove' && which % 5 === 0) await pool.query('delete from documents where id = $1', [id]);
        await expectAccess(organizationId);
      }
    }),
    { numRuns: 12 },
  );
});
