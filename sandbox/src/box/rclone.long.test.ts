import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BoxSandbox, startBox } from '../index.ts';
import { provide } from '../servers/programs.ts';
import { type RcloneClient, startRcloneClient } from '../servers/rclone-client.ts';
import { rcloneJourney } from '../testing/rclone-journey.ts';

const [rclone, openssl] = [provide('rclone'), provide('openssl')];
const cannotRun = rclone === null || openssl === null;
let box: BoxSandbox;
let client: RcloneClient;
beforeAll(async () => {
  if (cannotRun) return;
  box = await startBox({ samples: false });
  const { clientId, clientSecret, urls } = box;
  const { refreshToken } = box.control.authorize({ person: 'chen' });
  // The access token has expired, so rclone refreshes it first.
  const token = {
    access_token: 'old',
    refresh_token: refreshToken,
    token_type: 'bearer',
    expiry: '2020-01-01T00:00:00Z',
  };
  const hosts = { 'api.box.com': urls.api, 'app.box.com': urls.api, 'upload.box.com': `${box.url}/upload` };
  client = await startRcloneClient({ rclone, openssl }, hosts, {
    type: 'box',
    client_id: clientId,
    client_secret: clientSecret,
    token: JSON.stringify(token),
  });
});
afterAll(async () => {
  await client?.stop();
  await box?.stop();
});

it.skipIf(cannotRun)(
  'rclone copies, checks, moves, syncs, lists and purges in this Box',
  async () => {
    await client.run('mkdir', 'cloud:work');
    await rcloneJourney(client, 'cloud:work');
    expect(JSON.parse(await client.run('about', '--json', 'cloud:'))).toMatchObject({ used: expect.any(Number) });
    await client.run('touch', '-t', '2024-02-03T04:05:06', 'cloud:work/copied/renamed.txt');
    expect(await client.run('lsf', '--format', 'tp', 'cloud:work/copied')).toContain('2024-02-03 04:05:06;renamed.txt');
    expect(await client.run('link', 'cloud:work/copied/renamed.txt')).toMatch(/^https:\/\/app\.box\.com\/s\//);

    // This copies in parts, and then as another version of the same file.
    const large = join(client.folder, ' leading space.bin');
    for (const seed of ['first', 'second']) {
      await writeFile(large, Buffer.alloc(52_000_000, seed));
      await client.run('copyto', large, 'cloud:work/ leading space.bin');
      await client.run('check', '--download', '--include', '/ leading space.bin', client.folder, 'cloud:work');
    }

    await client.run('cleanup', 'cloud:');
    await expect(client.run('lsf', 'cloud:', '--box-root-folder-id', 'trash')).resolves.toBe('');
  },
  180_000,
);
