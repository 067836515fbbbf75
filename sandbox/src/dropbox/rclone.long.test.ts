import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DropboxSandbox, startDropbox } from '../index.ts';
import { provide } from '../servers/programs.ts';
import { type RcloneClient, startRcloneClient } from '../servers/rclone-client.ts';
import { rcloneJourney } from '../testing/rclone-journey.ts';

const [rclone, openssl] = [provide('rclone'), provide('openssl')];
const cannotRun = rclone === null || openssl === null;
const person = 'chen';
let dropbox: DropboxSandbox;
let client: RcloneClient;
beforeAll(async () => {
  if (cannotRun) return;
  dropbox = await startDropbox({ samples: false });
  const { clientId, clientSecret, urls } = dropbox;
  const { refreshToken } = dropbox.control.authorize({ person });
  // The access token has expired, so rclone refreshes it first.
  const token = {
    access_token: 'sl.old',
    refresh_token: refreshToken,
    token_type: 'bearer',
    expiry: '2020-01-01T00:00:00Z',
  };
  const hosts = {
    'api.dropboxapi.com': urls.api,
    'api.dropbox.com': urls.api,
    'content.dropboxapi.com': urls.content,
  };
  client = await startRcloneClient({ rclone, openssl }, hosts, {
    type: 'dropbox',
    client_id: clientId,
    client_secret: clientSecret,
    token: JSON.stringify(token),
    chunk_size: '256k',
    batch_timeout: '50ms',
  });
});
afterAll(async () => {
  await client?.stop();
  await dropbox?.stop();
});

it.skipIf(cannotRun)(
  'rclone copies, checks, moves, syncs, lists and purges in this Dropbox',
  async () => {
    await client.run('mkdir', 'cloud:work');
    await rcloneJourney(client, 'cloud:work');
    expect(JSON.parse(await client.run('about', '--json', 'cloud:'))).toMatchObject({ used: expect.any(Number) });
    // Dropbox keeps deleted items automatically, so there is no trash to empty.
    await expect(client.run('cleanup', 'cloud:')).rejects.toThrow(/doesn't support cleanup/);
    const batches = dropbox.control.calls({ prefix: 'POST /api/2/files/upload_session/finish_batch_v2' });
    expect(batches).toBeGreaterThan(0);
  },
  180_000,
);
