import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GoogleSandbox, startGoogle } from '../index.ts';
import { provide } from '../servers/programs.ts';
import { type RcloneClient, startRcloneClient } from '../servers/rclone-client.ts';
import { rcloneJourney } from '../testing/rclone-journey.ts';

const [rclone, openssl] = [provide('rclone'), provide('openssl')];
const cannotRun = rclone === null || openssl === null;
const person = 'chen';
let google: GoogleSandbox;
let client: RcloneClient;
beforeAll(async () => {
  if (cannotRun) return;
  google = await startGoogle({ samples: false });
  const { refreshToken } = google.control.authorize({ person });
  // The access token has expired, so rclone refreshes it first.
  const token = {
    access_token: 'ya29.old',
    refresh_token: refreshToken,
    token_type: 'Bearer',
    expiry: '2020-01-01T00:00:00Z',
  };
  const hosts = ['www.googleapis.com', 'oauth2.googleapis.com', 'accounts.google.com'];
  client = await startRcloneClient({ rclone, openssl }, Object.fromEntries(hosts.map((host) => [host, google.url])), {
    type: 'drive',
    scope: 'drive',
    client_id: google.clientId,
    client_secret: google.clientSecret,
    token: JSON.stringify(token),
    pacer_min_sleep: '1ms',
    upload_cutoff: '256k',
    chunk_size: '256k',
  });
});
afterAll(async () => {
  await client?.stop();
  await google?.stop();
});

it.skipIf(cannotRun)(
  'rclone copies, checks, moves, syncs, lists and purges in this Drive, and empties its trash',
  async () => {
    await client.run('mkdir', 'cloud:work');
    await rcloneJourney(client, 'cloud:work');
    await client.run('cleanup', 'cloud:');
    expect([...google.drives.get(person)!.nodes()].filter(({ trashedAt }) => trashedAt !== null)).toEqual([]);
    expect(JSON.parse(await client.run('about', '--json', 'cloud:'))).toMatchObject({ trashed: 0 });
  },
  180_000,
);
