import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/uuid.ts';
import { failure } from '../../testing/failure.ts';
import { newFolder } from '../../testing/lists.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';

const { accessRequests, documents, notifications, sharing } = contract;

const app = await forThisFile(testApp());

let olga: TestPerson;
let bea: TestPerson;
let folder: string;
beforeEach(async () => {
  olga = await person(app);
  bea = await person(app, { role: 'guest', organizationId: olga.organizationId });
  folder = await newFolder(olga, 'Plans');
});

const ask = (who: TestPerson, id: string, message?: string) =>
  who.call(accessRequests.ask, { params: { id }, body: { message } });
const asked = async (id = folder) => (await olga.call(accessRequests.list, { params: { id } })).data;
const notificationsOf = async (who: TestPerson) =>
  (await who.call(notifications.list)).data.notifications.map(({ title, message, request_id }) => ({
    title,
    message,
    request_id,
  }));
const get = async (who: TestPerson) => (await who.call(documents.get, { params: { id: folder } })).data;

describe('asking', () => {
  it('notifies the owner once, in the app and by email', async () => {
    await ask(bea, folder, 'For the budget');
    await ask(bea, folder, 'Again');
    await app.work();
    const [request, ...others] = await asked();
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      document_id: folder,
      user: { id: bea.id, email: bea.email },
      message: 'For the budget',
    });
    expect(await notificationsOf(olga)).toEqual([
      {
        title: expect.stringMatching(/asks for access to “Plans”$/),
        message: '“For the budget”',
        request_id: request!.id,
      },
    ]);
    expect((await app.mailsTo(olga.email)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('asks for access to “Plans”'),
    ]);
  });

  it('gives the same answer for every id, and notifies no one else', async () => {
    const other = await person(app);
    const theirs = await newFolder(other, 'Theirs');
    const answers = [];
    for (const id of [folder, theirs, newId()]) answers.push(await ask(bea, id));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await app.work();
    expect(await notificationsOf(other)).toEqual([]);
    expect((await other.call(accessRequests.list, { params: { id: theirs } })).data).toEqual([]);
  });

  it('is limited in number and length', async () => {
    expect((await failure(ask(bea, folder, 'x'.repeat(501)))).status).toBe(422);
    for (let count = 0; count < 20; count += 1) await ask(bea, newId());
    expect((await failure(ask(bea, folder))).status).toBe(429);
  });

  it('ignores requests for documents that the person sees or owns, or that are in the trash', async () => {
    await ask(olga, folder);
    await olga.call(sharing.share, { body: { inviting_ids: [bea.id], document_ids: [folder] } });
    await ask(bea, folder);
    const gone = await newFolder(olga, 'Gone');
    await olga.call(documents.delete, { body: { document_ids: [gone] } });
    await ask(bea, gone);
    await app.work();
    const { rows } = await app.services.pool.query('select 1 from access_requests where organization_id = $1', [
      olga.organizationId,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('answering', () => {
  it('grants access to view or edit with one call, and notifies the asker as for any share', async () => {
    await ask(bea, folder);
    await app.work();
    const { id } = (await asked())[0]!;
    await olga.call(accessRequests.grant, { params: { id }, body: { permission: 'edit' } });
    expect((await get(bea)).permission).toBe('edit');
    expect((await notificationsOf(bea))[0]!.title).toMatch(/shared “Plans” with you$/);
    expect(await notificationsOf(olga)).toEqual([]);
    expect((await failure(olga.call(accessRequests.grant, { params: { id }, body: {} }))).status).toBe(404);
  });

  it('declines silently, for a week', async () => {
    await ask(bea, folder);
    await app.work();
    const { id } = (await asked())[0]!;
    await olga.call(accessRequests.decline, { params: { id } });
    await ask(bea, folder);
    await app.work();
    expect([await asked(), await notificationsOf(olga), await notificationsOf(bea)]).toEqual([[], [], []]);
    await app.services.pool.query(`update access_requests set declined_at = now() - interval '8 days' where id = $1`, [
      id,
    ]);
    await ask(bea, folder, 'Please');
    await app.work();
    expect((await asked()).map(({ message }) => message)).toEqual(['Please']);
  });

  it('lets only the owner list and decide requests', async () => {
    await ask(bea, folder);
    await app.work();
    const { id } = (await asked())[0]!;
    const carl = await person(app, { role: 'admin', organizationId: olga.organizationId });
    await olga.call(sharing.share, { body: { inviting_ids: [carl.id], document_ids: [folder], permission: 'edit' } });
    const params = { id };
    for (const refused of [
      () => carl.call(accessRequests.grant, { params, body: {} }),
      () => carl.call(accessRequests.decline, { params }),
      () => carl.call(accessRequests.list, { params: { id: folder } }),
    ])
      expect((await failure(refused())).status).toBe(404);
    expect(await asked()).toHaveLength(1);
  });

  it('drops a request once access came in another way', async () => {
    await ask(bea, folder);
    await app.work();
    await olga.call(sharing.share, { body: { inviting_ids: [bea.id], document_ids: [folder], permission: 'edit' } });
    expect(await asked()).toEqual([]);
    const id = (await notificationsOf(olga))[0]!.request_id!;
    await olga.call(accessRequests.grant, { params: { id }, body: {} });
    expect((await get(bea)).permission).toBe('edit');
  });
});
