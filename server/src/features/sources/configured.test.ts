import { contract } from '@sheaf/contract';
import { startDropbox, startGoogle } from '@sheaf/sandbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { connectAccount } from '../../testing/consent.ts';
import { person } from '../../testing/people.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

const { sources } = contract;

let app: TestApp;
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  const google = await startGoogle({ clientId: 'own-google', clientSecret: 'google-secret' });
  const dropbox = await startDropbox({ clientId: 'own-dropbox', clientSecret: 'dropbox-secret' });
  stops.push(google.stop, dropbox.stop);
  const { providers } = readConfig({
    GOOGLE_CLIENT_ID: 'own-google',
    GOOGLE_CLIENT_SECRET: 'google-secret',
    GOOGLE_AUTH_URL: google.urls.authorize,
    GOOGLE_TOKEN_URL: google.urls.token,
    GOOGLE_DRIVE_API_URL: google.urls.drive,
    DROPBOX_CLIENT_ID: 'own-dropbox',
    DROPBOX_CLIENT_SECRET: 'dropbox-secret',
    DROPBOX_AUTH_URL: dropbox.urls.authorize,
    DROPBOX_API_URL: dropbox.urls.api,
    DROPBOX_CONTENT_URL: dropbox.urls.content,
  });
  app = await testApp({ providers });
});
afterAll(async () => {
  await app.close();
  for (const stop of stops) await stop();
});

it.each(['google-drive', 'dropbox'])(
  '%s at the addresses that are set works from consent to revocation',
  async (source) => {
    const me = await person(app);
    expect((await me.call(sources.list)).data.find(({ slug }) => slug === source)).toMatchObject({ sandbox: false });
    const { id } = await connectAccount(me, source, 'ada');
    const sync = { file_mode: 'all' } as const;
    await me.call(sources.syncSettings, { body: { source_account_id: id, data: { sync } } });
    await app.work();
    const [account] = (await me.call(sources.accounts)).data;
    expect(account).toMatchObject({ status: 'connected', sandbox: false });
    expect(account!.bytes).toBeGreaterThan(0);
    expect((await me.call(sources.disconnect, { params: { id } })).data.status).toBe('disconnected');
  },
  60_000,
);
