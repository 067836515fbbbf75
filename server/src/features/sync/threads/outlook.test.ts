import { contract } from '@sheaf/contract';
import { startGraph } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { person, type TestPerson } from '../../../testing/people.ts';
import { connectAccount, syncAccount } from '../../../testing/sign-in/consent.ts';
import { testApp } from '../../../testing/test-app.ts';

/** Outlook's folders, conversations and attachments as documents, beside OneDrive of the same Microsoft app. */

const { sources, documents } = contract;
const ada = { person: 'ada' } as const;

const graph = await forThisFile(startGraph({ samples: false }));
const app = await forThisFile(testApp({}, { onedrive: graph, outlook: graph }));

async function sync(me: TestPerson, id: string, choice: object = {}): Promise<void> {
  await syncAccount(app, me, id, choice);
  const account = (await me.call(sources.accounts)).data.find((one) => one.id === id)!;
  expect(account).toMatchObject({ status: 'connected', problem: null });
}

const list = async (me: TestPerson) =>
  (await me.call(documents.list, { query: { per_page: 100, sort: 'name' } })).data.filter(
    ({ type }) => type !== 'folder',
  );

it('shows conversations as documents in their folder, keeps ids when they move, and removes deleted ones', async () => {
  const projects = graph.control.addMailFolder({ ...ada, displayName: 'Projects' });
  const harbour = graph.control.addMailFolder({ ...ada, displayName: 'Harbour', parent: projects });
  const files = [{ name: 'plan.txt', mimeType: 'text/plain', base64: Buffer.from('the plan').toString('base64') }];
  const first = graph.control.deliverMail({ ...ada, subject: 'Harvest', text: 'first' });
  const second = graph.control.deliverMail({ ...ada, subject: 'Re: Harvest', text: 'second', answers: first, files });
  const me = await person(app);
  const { id } = await connectAccount(me, 'outlook', 'ada');
  await sync(me, id);
  const before = await list(me);
  expect(before.map(({ name }) => name)).toEqual(['Harvest', 'plan.txt']);
  expect(before[0]).toMatchObject({
    type: 'mail',
    location: [{ name: 'Inbox' }],
    conversation: { messages: 2, unread: 2 },
  });

  for (const message of [first, second]) graph.control.moveMail({ ...ada, id: message, folder: harbour });
  graph.control.markMail({ ...ada, id: first, isRead: true });
  await sync(me, id);
  const after = await list(me);
  expect(after.map((document) => document.id)).toEqual(before.map((document) => document.id));
  expect(after[0]).toMatchObject({
    location: [{ name: 'Projects/Harbour' }],
    conversation: { messages: 2, unread: 1 },
  });

  graph.control.expireMailDelta(ada);
  graph.control.moveMail({ ...ada, id: second, folder: 'deleteditems' });
  await sync(me, id);
  expect((await list(me)).map(({ name, conversation }) => [name, conversation?.messages])).toEqual([['Harvest', 1]]);
});

it('leaves Outlook connected when the same person disconnects OneDrive', async () => {
  const me = await person(app);
  const drive = await connectAccount(me, 'onedrive', 'bruno');
  const mail = await connectAccount(me, 'outlook', 'bruno');
  await me.call(sources.disconnect, { params: { id: drive.id } });
  await app.work();
  graph.control.deliverMail({ person: 'bruno', subject: 'Still here', text: 'still here' });
  graph.control.expireTokens({ person: 'bruno' });
  await sync(me, mail.id);
  expect((await list(me)).map(({ name }) => name)).toEqual(['Still here']);
});
