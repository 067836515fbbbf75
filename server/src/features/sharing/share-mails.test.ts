import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { secondServer } from '../../testing/servers/second-server.ts';
import { testApp } from '../../testing/test-app.ts';
import { mailShares } from './mail-shares.ts';
import { maxMailsOfSender } from './news.queries.ts';

const { sharing, groups } = contract;

const app = await forThisFile(testApp());

const sql = (text: string, ...values: unknown[]) => app.services.pool.query(text, values);

/** Two people with documents, and one they share with. */
async function workspace() {
  const ada = await person(app);
  const { organizationId } = ada;
  const [bob, kim] = [await member(organizationId), await member(organizationId)];
  const names = ['a.txt', 'b.txt', 'c.txt'];
  const documentsOf = async (who: TestPerson) =>
    addDocuments(
      app,
      who,
      await quietAccount(app, who),
      names.map((name) => ({ name })),
    );
  return { ada, bob, kim, ofAda: await documentsOf(ada), ofBob: await documentsOf(bob) };
}
const member = (organizationId: string) => person(app, { organizationId, role: 'member' });

const share = (from: TestPerson, to: { id: string }, ...document_ids: string[]) =>
  from.call(sharing.share, { body: { inviting_ids: [to.id], document_ids } });

/** Oldest first. */
const mailsTo = async ({ email }: TestPerson) => (await app.mailsTo(email)).toReversed();
const nameOf = async ({ id }: TestPerson): Promise<string> =>
  (await sql('select name from users where id = $1', id)).rows[0].name;

const minutesPass = (minutes: number) =>
  sql(
    `update share_digests set sent_at = sent_at - make_interval(mins => $1), due_at = due_at - make_interval(mins => $1)`,
    minutes,
  );

it('sends two emails for twenty shares in a row: the first at once, all others together minutes later', async () => {
  const { ada, kim } = await workspace();
  const account = await quietAccount(app, ada);
  const names = Array.from({ length: 20 }, (_, i) => ({ name: `WIN A PRIZE ${i}.txt` }));
  const ids = await addDocuments(app, ada, account, names);
  for (const id of ids) {
    await share(ada, kim, id);
    if (id === ids[0]) await app.work();
  }
  await app.work();
  expect((await mailsTo(kim)).map(({ subject }) => subject)).toEqual([
    `${await nameOf(ada)} shared “WIN A PRIZE 0.txt” with you`,
  ]);
  await minutesPass(5);
  await mailShares.run({}, app.services, new AbortController().signal);
  await app.work();
  const [, second, ...more] = await mailsTo(kim);
  expect(second!.subject).toBe(`${await nameOf(ada)} shared 19 documents with you`);
  expect(second!.text).toContain('WIN A PRIZE 1.txt');
  expect(second!.text).toContain('and 9 more');
  expect(more).toEqual([]);
});

it('sends one email about shares of several people and groups, which names who shared what', async () => {
  const { ada, bob, kim, ofAda, ofBob } = await workspace();
  const { id } = (await ada.call(groups.create, { body: { name: 'Design' } })).data;
  await ada.call(groups.addMembers, { params: { id }, body: { user_ids: [kim.id] } });
  await share(ada, { id }, ofAda[0]!);
  await share(ada, kim, ofAda[1]!);
  await share(bob, kim, ofBob[2]!);
  // Resolves the group's members first.
  await app.work();
  await minutesPass(5);
  await mailShares.run({}, app.services, new AbortController().signal);
  await app.work();
  const mails = await mailsTo(kim);
  const text = mails.map((mail) => `${mail.subject} ${mail.text}`).join('\n');
  for (const name of ['a.txt', 'b.txt', 'c.txt']) expect(text.split(name).length - 1, name).toBeGreaterThan(0);
  expect(mails.length).toBeLessThanOrEqual(2);
  expect(text).toContain('2 people shared');
  expect(text).toContain(`${await nameOf(bob)}: c.txt`);
});

it('leaves out documents no longer shared when the email is due', async () => {
  const { ada, kim, ofAda } = await workspace();
  await share(ada, kim, ofAda[0]!);
  await ada.call(sharing.unshare, { params: { userId: kim.id, documentId: ofAda[0]! } });
  await app.work();
  expect(await mailsTo(kim)).toEqual([]);
  await share(ada, kim, ofAda[0]!);
  await app.work();
  expect(await mailsTo(kim)).toHaveLength(1);
});

it('delays the emails of a person who causes too many, but not those of others, and loses none', async () => {
  const { ada, bob, kim, ofAda, ofBob } = await workspace();
  const key = `share-mails ${ada.id}`;
  await sql(
    `insert into throttles (key, count, resets_at) values ($1, $2, now() + interval '1 hour')`,
    key,
    maxMailsOfSender.times,
  );
  await share(ada, kim, ofAda[0]!);
  await app.work();
  expect(await mailsTo(kim)).toEqual([]);
  await share(bob, kim, ofBob[1]!);
  await app.work();
  expect((await mailsTo(kim)).map(({ subject }) => subject)).toEqual([`${await nameOf(bob)} shared “b.txt” with you`]);
  await sql(`update throttles set resets_at = now() where key = $1`, key);
  await minutesPass(61);
  await mailShares.run({}, app.services, new AbortController().signal);
  await app.work();
  const [, last] = await mailsTo(kim);
  expect(last!.subject).toBe(`${await nameOf(ada)} shared “a.txt” with you`);
});

it('sends each email once if two processes work at the same time', async () => {
  const { ada, bob, kim, ofAda } = await workspace();
  const other = await secondServer(app);
  for (const whom of [bob, kim]) await share(ada, whom, ...ofAda);
  const { signal } = new AbortController();
  await Promise.all([app, other, app, other].map(({ services }) => mailShares.run({}, services, signal)));
  await app.work();
  for (const whom of [bob, kim])
    expect((await mailsTo(whom)).map(({ subject }) => subject)).toEqual([
      `${await nameOf(ada)} shared 3 documents with you`,
    ]);
  await other.close();
});
