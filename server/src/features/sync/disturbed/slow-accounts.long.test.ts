import { createHttpClient } from '@sheaf/connectors';
import { contract } from '@sheaf/contract';
import { startDropbox, startGoogle } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { sendMail } from '../../../jobs/send-mail.ts';
import { startWorker } from '../../../jobs/worker.ts';
import { person, type TestPerson } from '../../../testing/people.ts';
import { connectAccount } from '../../../testing/sign-in/consent.ts';
import { testApp } from '../../../testing/test-app.ts';
import { jobHandlers } from '../../index.ts';

/** Accounts that wait for an unresponsive source don't delay other accounts or emails, however many they are. */

const { sources } = contract;
/** More than there are slots for jobs and connections to the database. */
const slow = 12;
const http = createHttpClient({ userAgent: 'Sheaf test', idleMs: 600_000 });

let worker: Awaited<ReturnType<typeof startWorker>> | undefined;
const google = await forThisFile(startGoogle({ samples: false }));
const dropbox = await forThisFile(startDropbox({ samples: false }));
dropbox.control.write({ person: 'ada', path: '/file.txt', text: 'quick' });
const app = await forThisFile(testApp({ workerConcurrency: 4 }, { 'google-drive': google, dropbox }));
app.services.http = http;
afterEach(async () => {
  const stopped = worker?.stop();
  google.control.clearFaults();
  // Token requests would keep the worker busy until they time out.
  http.close();
  await stopped;
});

const statusOf = async (who: TestPerson, id: string) => {
  const account = (await who.call(sources.accounts)).data.find((one) => one.id === id)!;
  return account.batch?.status;
};

describe.each([
  { what: 'its files', path: '/drive/v3/', calls: ' /drive/v3/about' },
  { what: 'new tokens', path: '/token', calls: ' /token' },
])('a source that hangs when asked for $what', ({ path, calls }) => {
  it('holds up no other account and no mail', async () => {
    const people = await Promise.all(Array.from({ length: slow }, () => person(app)));
    const accounts: string[] = [];
    for (const who of people) accounts.push((await connectAccount(who, 'google-drive', 'ada')).id);
    if (path === '/token') google.control.expireTokens({ person: 'ada' });
    google.control.clearCalls();
    google.control.fail({ path, times: 10_000, action: { kind: 'hang' } });
    for (const [at, who] of people.entries()) await who.call(sources.syncNow, { params: { id: accounts[at]! } });
    worker = await startWorker(app.services, jobHandlers);
    const hanging = () =>
      ['GET', 'POST'].reduce((sum, verb) => sum + google.control.calls({ prefix: verb + calls }), 0);
    await expect.poll(hanging).toBeGreaterThanOrEqual(slow);

    const me = await person(app);
    const quick = await connectAccount(me, 'dropbox', 'ada');
    await me.call(sources.syncNow, { params: { id: quick.id } });
    await sendMail(app.services.db, me.email, {
      subject: 'Hello',
      preheader: '',
      heading: 'Hello',
      blocks: [],
      footer: '',
    });
    await expect.poll(() => statusOf(me, quick.id)).toBe('completed');
    await expect.poll(() => app.mailsTo(me.email)).toMatchObject([{ subject: 'Hello' }]);
    for (const [at, who] of people.entries()) expect(await statusOf(who, accounts[at]!)).toBe('running');
  });
});
