import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { testApp, testSecret } from '../../testing/test-app.ts';
import { fittingSecret, recordKey, replaceKey } from './installation-key.ts';
import { deriveKeys } from './keys.ts';

it('opens a database with its own key only, and writes nothing before that is known', async () => {
  const app = await testApp();
  const { pool, config, keys } = app.services;
  const { dataDir } = config;
  const [secret, other] = [testSecret, 'another secret that is long enough'];
  const open = (given: string | undefined, previousSecrets: string[] = []) =>
    fittingSecret(pool, { secret: given, previousSecrets, dataDir });

  await recordKey(pool, keys);
  await recordKey(pool, deriveKeys({ current: other, previous: [] }));
  expect(await open(secret)).toEqual({ current: secret, previous: [] });
  await expect(open(other)).rejects.toThrow(/^SHEAF_SECRET isn’t the key that this database was made with/);
  await expect(open(undefined)).rejects.toThrow(/^The key of this installation is missing: set SHEAF_SECRET/);
  expect(await readdir(dataDir)).not.toContain('secret');

  // While keys are being changed, both are known; afterwards only the new one is.
  expect((await open(other, [secret])).current).toBe(other);
  await replaceKey(pool, deriveKeys({ current: other, previous: [secret] }));
  expect((await open(other)).current).toBe(other);
  await expect(open(secret)).rejects.toThrow('--lost');
  await app.close();
});
