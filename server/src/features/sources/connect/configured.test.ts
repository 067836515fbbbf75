import { contract } from '@sheaf/contract';
import { startBox, startDropbox, startGoogle, startGraph } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { readConfig } from '../../../config/config.ts';
import { person } from '../../../testing/people.ts';
import { connectAndSync } from '../../../testing/sign-in/consent.ts';
import { testApp } from '../../../testing/test-app.ts';

const { sources } = contract;

const google = await forThisFile(
  startGoogle({ clientId: 'own-google', clientSecret: 'google-secret', samples: false }),
);
const dropbox = await forThisFile(
  startDropbox({ clientId: 'own-dropbox', clientSecret: 'dropbox-secret', samples: false }),
);
const box = await forThisFile(startBox({ clientId: 'own-box', clientSecret: 'box-secret', samples: false }));
const microsoft = await forThisFile(
  startGraph({ clientId: 'own-microsoft', clientSecret: 'microsoft-secret', samples: false }),
);
for (const cloud of [google, box, microsoft]) cloud.control.addMany({ person: 'ada', count: 3 });
dropbox.control.addMany({ person: 'ada', path: '/Many', count: 3 });
const { providers } = readConfig({
  GOOGLE_CLIENT_ID: 'own-google',
  GOOGLE_CLIENT_SECRET: 'google-secret',
  GOOGLE_AUTH_URL: google.urls.authorize,
  GOOGLE_TOKEN_URL: google.urls.token,
  GOOGLE_DRIVE_API_URL: google.urls.drive,
  MICROSOFT_CLIENT_ID: 'own-microsoft',
  MICROSOFT_CLIENT_SECRET: 'microsoft-secret',
  MICROSOFT_AUTH_URL: microsoft.urls.authorize,
  MICROSOFT_GRAPH_URL: microsoft.urls.graph,
  DROPBOX_CLIENT_ID: 'own-dropbox',
  DROPBOX_CLIENT_SECRET: 'dropbox-secret',
  DROPBOX_AUTH_URL: dropbox.urls.authorize,
  DROPBOX_API_URL: dropbox.urls.api,
  DROPBOX_CONTENT_URL: dropbox.urls.content,
  BOX_CLIENT_ID: 'own-box',
  BOX_CLIENT_SECRET: 'box-secret',
  BOX_AUTH_URL: box.urls.authorize,
  BOX_API_URL: `${box.urls.api}/2.0`,
  BOX_UPLOAD_URL: box.urls.upload,
});
const app = await forThisFile(testApp({ providers }));

it.each(['google-drive', 'onedrive', 'dropbox', 'box'])(
  '%s works at configured addresses from consent to revocation',
  async (source) => {
    const me = await person(app);
    expect((await me.call(sources.list)).data.find(({ slug }) => slug === source)).toMatchObject({ sandbox: false });
    const id = await connectAndSync(app, me, source, 'ada');
    const [account] = (await me.call(sources.accounts)).data;
    expect(account).toMatchObject({ status: 'connected', sandbox: false });
    expect(account!.bytes).toBeGreaterThan(0);
    expect((await me.call(sources.disconnect, { params: { id } })).data.status).toBe('disconnected');
  },
);
