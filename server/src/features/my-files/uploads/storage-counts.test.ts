import { contract, planLimits } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { person, type TestPerson } from '../../../testing/people.ts';
import { testApp } from '../../../testing/test-app.ts';
import { roomLeft } from '../../storage/index.ts';
import { tusClient } from './testing/tus.ts';

const { documents, organizations, trash } = contract;

const app = await forThisFile(testApp());
await app.app.listen({ port: 0, host: '127.0.0.1' });

const used = async (who: TestPerson) => (await who.call(organizations.info)).data.subscription.usage.storage_bytes;

it('counts a content once against the plan, whoever has it and however often, until its last copy is deleted for good', async () => {
  const anna = await person(app);
  const ben = await person(app, { role: 'member', organizationId: anna.organizationId });
  const content = Buffer.alloc(1000, 'same');
  const put = (who: TestPerson, filename: string, bytes: Buffer) => tusClient(app, who).put(bytes, { filename });
  await put(anna, 'one.txt', content);
  await put(anna, 'two.txt', content);
  await put(ben, 'three.txt', content);
  await put(ben, 'other.txt', Buffer.alloc(10, 'other'));
  // A page that waits too long for it shows every copy for a moment.
  const expectUsed = async (bytes: number) => {
    await expect.poll(() => used(anna)).toBe(bytes);
    await expect.poll(() => roomLeft(app.services, anna)).toBe(planLimits.free.storage_bytes - bytes);
  };
  await expectUsed(1010);

  const remove = async (who: TestPerson) => {
    const { data } = await who.call(documents.list, { query: { owner: 'me' } });
    await who.call(documents.delete, { body: { document_ids: data.map(({ id }) => id) } });
  };
  await remove(anna);
  await expectUsed(1010);
  await remove(ben);
  await expectUsed(1010);
  const empty = async (who: TestPerson) => {
    const { data } = await who.call(trash.accounts);
    for (const { account } of data) await who.call(trash.empty, { body: { account_id: account.id } });
    await app.work();
  };
  await empty(anna);
  await expectUsed(1010);
  await empty(ben);
  await expectUsed(0);
}, 300_000);

it('shows members the size of their own files, so no one learns that a colleague has the same file', async () => {
  const anna = await person(app);
  const ben = await person(app, { role: 'member', organizationId: anna.organizationId });
  const admin = await person(app, { role: 'admin', organizationId: anna.organizationId });
  const put = (who: TestPerson, text: string) =>
    tusClient(app, who).put(Buffer.from(text), { filename: `${text}.txt` });
  await put(anna, 'hers alone');
  expect(await used(ben)).toBe(0);
  await put(ben, 'hers alone');
  expect(await used(ben)).toBe(10);
  await put(ben, 'his alone');
  expect(await used(ben)).toBe(19);
  await expect.poll(() => Promise.all([used(anna), used(admin)])).toEqual([19, 19]);
});
