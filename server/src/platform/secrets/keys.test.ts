import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deriveKeys } from './keys.ts';
import { dropPreviousSecrets, loadSecret, renewSecret, SecretError } from './secret.ts';

const [old, fresh] = ['an old secret of at least 32 characters', 'a new secret of at least 32 characters'];

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sheaf-secret-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

it('reads what an earlier key has sealed, and knows that it is old', () => {
  const before = deriveKeys({ current: old, previous: [] });
  const after = deriveKeys({ current: fresh, previous: [old] });
  const sealed = before.seal('a token');
  expect(after.unseal(sealed)).toBe('a token');
  expect(after.previousIds).toEqual([sealed.subarray(0, 8)]);
  expect(() => before.unseal(after.seal('a token'))).toThrow('SHEAF_SECRET has changed');
});

it('notices changed bytes', () => {
  const keys = deriveKeys({ current: old, previous: [] });
  const sealed = keys.seal('a token');
  sealed[sealed.length - 1]! ^= 1;
  expect(() => keys.unseal(sealed)).toThrow('changed or cut short');
});

it('replaces the secret in the data folder once, however often it is started, and deletes the old one at the end', async () => {
  const asked = { secret: undefined, previousSecrets: [], dataDir };
  const first = await loadSecret(asked);
  expect(first.previous).toEqual([]);
  const renewed = await renewSecret(dataDir);
  expect(renewed.previous).toEqual([first.current]);
  expect(await renewSecret(dataDir)).toEqual(renewed);
  expect(await loadSecret(asked)).toEqual(renewed);
  await dropPreviousSecrets(dataDir, renewed);
  expect(await loadSecret(asked)).toEqual({ current: renewed.current, previous: [] });
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).not.toContain(first.current);
});

it('refuses a truncated file', async () => {
  await writeFile(join(dataDir, 'secret'), 'short\n');
  await expect(loadSecret({ secret: undefined, previousSecrets: [], dataDir })).rejects.toThrow(SecretError);
});
