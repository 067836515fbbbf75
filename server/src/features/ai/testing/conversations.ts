import { type AiMessage, contract } from '@sheaf/contract';
import { quietAccount } from '../../../testing/documents.ts';
import { person, type TestPerson } from '../../../testing/people.ts';
import { addFiles } from '../../../testing/stored-files.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { wantTexts } from '../../passages/index.ts';

const { ai } = contract;

export const lease = `Lease of the studio in Harbour Street.
The rent is 2,400 euros a month, due on the first. Notice has to be given three months before the end of a quarter.
Pets are not allowed in the building.`;
const handbook = 'The kitchen is cleaned on Fridays. Whoever drinks the last coffee makes new coffee.';

/** A person with documents whose texts have been read. */
export async function someone(
  app: TestApp,
  files: { name: string; bytes: string }[] = [
    { name: 'Lease.txt', bytes: lease },
    { name: 'Handbook.txt', bytes: handbook },
  ],
) {
  const me = await person(app);
  const account = await quietAccount(app, me);
  return { me, account, ids: await readFiles(app, me, account, files) };
}

/** Adds documents and reads their texts. Returns their ids. */
export async function readFiles(
  app: TestApp,
  me: TestPerson,
  account: string,
  files: { name: string; bytes: string; modified?: string }[],
): Promise<string[]> {
  const ids = await addFiles(app, me, account, files);
  await wantTexts(app.services.db, ids);
  await app.work({ readTexts: true });
  return ids;
}

export const newThread = async (me: TestPerson): Promise<string> =>
  (await me.call(ai.createThread, { body: {} })).data.id;

export const ask = async (me: TestPerson, threadId: string, content: string, more: object = {}): Promise<AiMessage> =>
  (await me.call(ai.ask, { params: { id: threadId }, body: { content, ...more } })).data;

export const messages = async (me: TestPerson, id: string): Promise<AiMessage[]> =>
  (await me.call(ai.thread, { params: { id } })).data.messages;
