import { contract, eventsPath, type NotificationChannel, type NotificationKind } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { newId } from '../../platform/uuid.ts';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { failure } from '../../testing/failure.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { deleteExpiredNotifications } from './delete-expired.ts';
import { notify } from './notify.ts';

const { documents, groups, members, notifications, sharing } = contract;

const app = await forThisFile(testApp());

const sql = (text: string, ...values: unknown[]) => app.services.pool.query(text, values);

/** Two people with documents, and one they share with. */
async function workspace() {
  const ada = await person(app);
  const [bob, kim] = [await colleague(ada), await colleague(ada)];
  const names = ['a.txt', 'b.txt', 'c.txt'].map((name) => ({ name }));
  const documentsOf = async (who: TestPerson) => addDocuments(app, who, await quietAccount(app, who), names);
  return { ada, bob, kim, ofAda: await documentsOf(ada), ofBob: await documentsOf(bob) };
}
const colleague = ({ organizationId }: TestPerson, role: 'member' | 'guest' = 'member') =>
  person(app, { organizationId, role });

const share = (from: TestPerson, to: { id: string }, ...document_ids: string[]) =>
  from.call(sharing.share, { body: { inviting_ids: [to.id], document_ids } });
const list = async (who: TestPerson) => (await who.call(notifications.list)).data;
const titles = async (who: TestPerson) => (await list(who)).notifications.map(({ title }) => title);
const nameOf = async ({ id }: TestPerson): Promise<string> =>
  (await sql('select name from users where id = $1', id)).rows[0].name;
const choose = (who: TestPerson, channels: Partial<Record<NotificationKind, NotificationChannel>>) =>
  who.call(notifications.changeSettings, { body: { channels } });

describe('a share', () => {
  it('is one notification for each person who shares, until it is read', async () => {
    const { ada, bob, kim, ofAda, ofBob } = await workspace();
    const [byAda, byBob] = [await nameOf(ada), await nameOf(bob)];
    await share(ada, kim, ofAda[0]!);
    expect(await list(kim)).toMatchObject({
      unread: 1,
      notifications: [{ kind: 'share', title: `${byAda} shared “a.txt” with you`, read: false }],
    });
    await share(bob, kim, ofBob[0]!);
    await share(ada, kim, ...ofAda);
    expect(await titles(kim)).toEqual([`${byAda} shared 3 documents with you`, `${byBob} shared “a.txt” with you`]);
    const [first] = (await list(kim)).notifications;
    await kim.call(notifications.markRead, { body: { ids: [first!.id] } });
    expect(await list(kim)).toMatchObject({ unread: 1, notifications: [{ read: true }, { read: false }] });
    const [more] = await addDocuments(app, ada, await quietAccount(app, ada), [{ name: 'more', folder: true }]);
    await share(ada, kim, more!);
    const { notifications: after, unread } = await list(kim);
    expect([unread, after.length, after[0]!.title]).toEqual([2, 3, `${byAda} shared “more” with you`]);
    expect(after[0]!.path).toBe(`/directory?in=${more}&org=${ada.organizationId}`);
    expect(await titles(ada)).toEqual([]);
  });

  it('is one notification even by several calls at once', async () => {
    const { ada, kim } = await workspace();
    // In different accounts: shares of one account wait for each other anyway.
    const ids = await Promise.all(
      ['a.txt', 'b.txt', 'c.txt'].map(async (name) => {
        const [id] = await addDocuments(app, ada, await quietAccount(app, ada), [{ name }]);
        return id!;
      }),
    );
    await Promise.all(ids.map((id) => share(ada, kim, id)));
    expect(await titles(kim)).toEqual([`${await nameOf(ada)} shared 3 documents with you`]);
  });

  it('notifies everyone in a group but the person who shares', async () => {
    const { ada, bob, kim, ofAda } = await workspace();
    const { id } = (await ada.call(groups.create, { body: { name: 'Design' } })).data;
    await ada.call(groups.addMembers, { params: { id }, body: { user_ids: [kim.id, bob.id, ada.id] } });
    await share(ada, { id }, ofAda[0]!);
    await app.work();
    const title = `${await nameOf(ada)} shared “a.txt” with you`;
    expect([await titles(kim), await titles(bob), await titles(ada)]).toEqual([[title], [title], []]);
  });

  it('notifies no one who no longer sees any of it', async () => {
    const { ada, kim, ofAda } = await workspace();
    await share(ada, kim, ofAda[0]!, ofAda[1]!);
    const unshare = (documentId: string) => ada.call(sharing.unshare, { params: { userId: kim.id, documentId } });
    await unshare(ofAda[0]!);
    expect(await titles(kim)).toEqual([`${await nameOf(ada)} shared 2 documents with you`]);
    await unshare(ofAda[1]!);
    expect(await list(kim)).toEqual({ unread: 0, notifications: [] });
  });
});

describe('reading', () => {
  it('marks the member’s own notifications, by ids or all, and returns unknown ids', async () => {
    const { ada, bob, kim, ofAda, ofBob } = await workspace();
    await share(ada, kim, ofAda[0]!);
    await share(bob, kim, ofBob[0]!);
    const { id } = (await list(kim)).notifications[0]!;
    const unknown = newId();
    const refused = await failure(kim.call(notifications.markRead, { body: { ids: [id, unknown] } }));
    expect([refused.status, refused.errors.ids]).toEqual([404, [unknown]]);
    expect((await failure(bob.call(notifications.markRead, { body: { ids: [id] } }))).status).toBe(404);
    expect((await list(kim)).unread).toBe(2);
    expect((await failure(kim.call(notifications.markRead, { body: {} }))).errors.ids).toEqual([
      'Must have either ids or all',
    ]);
    await kim.call(notifications.markRead, { body: { all: true } });
    await kim.call(notifications.markRead, { body: { all: true } });
    expect((await list(kim)).unread).toBe(0);
  });

  it('returns pages with the total of unread notifications', async () => {
    const { ada, kim } = await workspace();
    for (const name of ['One', 'Two', 'Three']) await tell(ada, name);
    expect(await titles(kim)).toEqual([]);
    const page = (query: { page: number; per_page: number }) => ada.call(notifications.list, { query });
    const second = await page({ page: 2, per_page: 2 });
    expect(second.data).toMatchObject({ unread: 3, notifications: [{ title: 'One accepted your invitation' }] });
    expect(second.pagination.total).toBe(3);
    expect(await page({ page: 9, per_page: 2 })).toMatchObject({
      data: { unread: 3, notifications: [] },
      pagination: { total: 3 },
    });
  });

  it('reaches the person’s other devices', async () => {
    const ada = await person(app);
    await tell(ada, 'Grace');
    const url = await app.app.listen({ port: 0, host: '127.0.0.1' });
    const line = new AbortController();
    const { body } = await fetch(`${url}/api${eventsPath}`, { headers: ada.headers, signal: line.signal });
    await ada.call(notifications.markRead, { body: { all: true } });
    let heard = '';
    for await (const text of body!.pipeThrough(new TextDecoderStream())) {
      heard += text;
      if (heard.includes('data:')) break;
    }
    line.abort();
    expect(heard).toContain('data: {"type":"notifications"}');
  });
});

const tell = (who: TestPerson, name: string, subject = newId()) =>
  app.services.db.transaction().execute((tx) =>
    notify(tx, {
      kind: 'invitation_accepted',
      organizationId: who.organizationId,
      userId: who.id,
      subject,
      data: { name },
    }),
  );

describe('settings', () => {
  it('offer the kinds that concern a person and keep the choice', async () => {
    const owner = await person(app);
    const guest = await colleague(owner, 'guest');
    const kinds = async (who: TestPerson) =>
      (await who.call(notifications.settings)).data.map(({ kind, channel }) => `${kind} ${channel}`);
    expect(await kinds(owner)).toEqual([
      'share email',
      'access_requested email',
      'invite_requested email',
      'invite_answered app',
      'transfer_finished email',
      'transfer_failed app',
      'account app',
      'invitation_accepted app',
    ]);
    expect(await kinds(guest)).toEqual(['share email']);
    await choose(guest, { share: 'off' });
    await choose(owner, { share: 'digest' });
    await choose(owner, { account: 'email' });
    expect(await kinds(guest)).toEqual(['share off']);
    expect((await kinds(owner)).slice(0, 7)).toEqual([
      'share digest',
      'access_requested email',
      'invite_requested email',
      'invite_answered app',
      'transfer_finished email',
      'transfer_failed app',
      'account email',
    ]);
    const wrong = { channels: { share: 'pigeon' } } as never;
    expect((await failure(owner.call(notifications.changeSettings, { body: wrong }))).status).toBe(422);
  });

  it('decide whether a share is notified and emailed', async () => {
    const { ada, bob, kim, ofAda } = await workspace();
    await choose(bob, { share: 'app' });
    await choose(kim, { share: 'off' });
    await ada.call(sharing.share, { body: { inviting_ids: [bob.id, kim.id], document_ids: [ofAda[0]!] } });
    await app.work();
    expect([(await titles(bob)).length, (await titles(kim)).length]).toEqual([1, 0]);
    expect([await app.mailsTo(bob.email), await app.mailsTo(kim.email)]).toEqual([[], []]);
    expect((await kim.call(documents.get, { params: { id: ofAda[0]! } })).data.name).toBe('a.txt');
  });

  it('leave out kinds that a person’s role has nothing to do with', async () => {
    const owner = await person(app);
    const member = await colleague(owner);
    expect(await tell(member, 'Grace')).toBeNull();
    expect(await titles(member)).toEqual([]);
  });
});

describe('the stored list', () => {
  it('has one row for each subject, unread again with news of it', async () => {
    const ada = await person(app);
    const subject = newId();
    await tell(ada, 'Grace', subject);
    await ada.call(notifications.markRead, { body: { all: true } });
    await tell(ada, 'Grace Hopper', subject);
    expect(await list(ada)).toMatchObject({
      unread: 1,
      notifications: [{ title: 'Grace Hopper accepted your invitation', read: false }],
    });
  });

  it('keeps ninety days and the newest five hundred', async () => {
    const ada = await person(app);
    await sql(
      `insert into notifications (id, organization_id, user_id, kind, subject, data, news_at)
       select gen_random_uuid(), $1, $2, 'invitation_accepted', gen_random_uuid(), jsonb_build_object('name', 'No. ' || n),
         case when n <= 2 then now() - interval '91 days' else now() - make_interval(mins => n) end
       from generate_series(1, 510) n`,
      ada.organizationId,
      ada.id,
    );
    await deleteExpiredNotifications.run({}, app.services, new AbortController().signal);
    const { rows } = await sql(
      `select count(*)::int as kept, min(news_at) > now() - interval '90 days' as young from notifications where user_id = $1`,
      ada.id,
    );
    expect(rows).toEqual([{ kept: 500, young: true }]);
    expect((await list(ada)).unread).toBe(500);
  });

  it('is deleted with the membership', async () => {
    const { ada, kim, ofAda } = await workspace();
    await share(ada, kim, ofAda[0]!);
    await ada.call(members.remove, { params: { id: kim.id }, query: { content: 'delete' } });
    await app.work();
    expect((await sql('select from notifications where user_id = $1', kim.id)).rows).toEqual([]);
  });
});
