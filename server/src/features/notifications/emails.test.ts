import { contract, type NotificationChannel, type NotificationKind } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { newId } from '../../platform/uuid.ts';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { secondServer } from '../../testing/servers/second-server.ts';
import { testApp } from '../../testing/test-app.ts';
import { emailDigests, emailNotifications } from './email-people.ts';
import { notify } from './notify.ts';

const { notifications, sharing } = contract;

const app = await forThisFile(testApp());

const sql = (text: string, ...values: unknown[]) => app.services.pool.query(text, values);
const choose = (who: TestPerson, channels: Partial<Record<NotificationKind, NotificationChannel>>) =>
  who.call(notifications.changeSettings, { body: { channels } });
const run = (job: typeof emailDigests, services = app.services) => job.run({}, services, new AbortController().signal);
const subjects = async ({ email }: TestPerson) => (await app.mailsTo(email)).map(({ subject }) => subject);

const joined = (who: TestPerson, name: string, organizationId = who.organizationId) =>
  app.services.db
    .transaction()
    .execute((tx) =>
      notify(tx, { kind: 'invitation_accepted', organizationId, userId: who.id, subject: newId(), data: { name } }),
    );

it('emails the first notification at once, then those of a few minutes together', async () => {
  const ada = await person(app);
  await choose(ada, { invitation_accepted: 'email' });
  await joined(ada, 'Grace');
  await app.work();
  expect(await subjects(ada)).toEqual(['Grace accepted your invitation']);
  await joined(ada, 'Edsger');
  await joined(ada, 'Barbara');
  await app.work();
  expect(await subjects(ada)).toHaveLength(1);
  await sql(
    `update notification_settings set emailed_at = emailed_at - interval '5 minutes' where user_id = $1`,
    ada.id,
  );
  await run(emailNotifications);
  await app.work();
  const [mail, ...others] = await app.mailsTo(ada.email);
  expect([mail!.subject, others.length]).toEqual(['2 notifications from Sheaf', 1]);
  expect(mail!.text).toContain('Edsger accepted your invitation');
  expect(mail!.text).toContain('Barbara accepted your invitation');
});

it('sends one email a day about the chosen kinds, also with two workers', async () => {
  const ada = await person(app);
  const elsewhere = await person(app);
  const bob = await person(app, { organizationId: ada.organizationId, role: 'member' });
  await sql(
    `insert into memberships (organization_id, user_id, role) values ($1, $2, 'admin')`,
    elsewhere.organizationId,
    ada.id,
  );
  await choose(ada, { share: 'digest', invitation_accepted: 'digest' });
  const [plan, secret] = await addDocuments(app, bob, await quietAccount(app, bob), [
    { name: 'plan.txt' },
    { name: 'secret.txt' },
  ]);
  const share = (id: string) => bob.call(sharing.share, { body: { inviting_ids: [ada.id], document_ids: [id] } });
  await run(emailDigests);
  await app.work();
  expect(await subjects(ada)).toEqual([]);

  await share(plan!);
  await joined(ada, 'Grace');
  await joined(ada, 'Edsger', elsewhere.organizationId);
  const twin = await secondServer(app);
  await Promise.all([run(emailDigests), run(emailDigests, twin.services)]);
  await twin.close();
  await app.work();
  const mails = await app.mailsTo(ada.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Your day in Sheaf: 3 notifications']);
  for (const text of ['shared “plan.txt” with you', 'Grace accepted', 'Edsger accepted', 'In Organisation'])
    expect(mails[0]!.text).toContain(text);

  // Makes it the next day for the digest.
  await sql('update notification_settings set digest_on = digest_on + 1 where user_id = $1', ada.id);
  // Later ones wait for the next day; a document no longer shared by then is left out.
  await ada.call(notifications.markRead, { body: { all: true } });
  await share(secret!);
  await joined(ada, 'Barbara');
  await run(emailDigests);
  await bob.call(sharing.unshare, { params: { userId: ada.id, documentId: secret! } });
  await app.work();
  expect(await subjects(ada)).toHaveLength(1);
  await sql('update notification_settings set digest_on = digest_on - 3 where user_id = $1', ada.id);
  await run(emailDigests);
  await run(emailDigests);
  await app.work();
  expect(await subjects(ada)).toEqual(['Barbara accepted your invitation', 'Your day in Sheaf: 3 notifications']);
});

it('emails nothing of a workspace that the person has left or that is deleted', async () => {
  const ada = await person(app);
  await choose(ada, { invitation_accepted: 'digest' });
  await joined(ada, 'Grace');
  await sql('update organizations set deleted_at = now() where id = $1', ada.organizationId);
  await run(emailDigests);
  await app.work();
  expect(await subjects(ada)).toEqual([]);
});
