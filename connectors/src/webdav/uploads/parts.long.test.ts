import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { provide, type ServedFolder, serveFolder, startApache, type WebdavServer } from '@sheaf/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testAccount } from '../../kit/testing/test-account.ts';
import { webdav } from '../index.ts';

const apache = provide('apache2');
const chunk = 10 * 1024 * 1024;
const bytes = randomBytes(2 * chunk + 10);
const expected = { size: bytes.length, hashes: {}, open: true };

describe.skipIf(apache === null)('a large file in parts', () => {
  let folder: ServedFolder;
  let server: WebdavServer;
  const accounts: ReturnType<typeof testAccount>[] = [];
  beforeAll(async () => {
    folder = await serveFolder();
    server = await startApache(apache!, folder.root);
  });
  afterAll(async () => {
    for (const account of accounts) await account.close();
    await server.stop();
    await folder.stop();
  });

  function open() {
    const { url, username, password } = server;
    const account = testAccount({ fields: { address: url, username, password } });
    accounts.push(account);
    return webdav.open(account).writes!;
  }
  const begin = (name: string) =>
    open().begin({ parentId: null, name, size: bytes.length, mimeType: 'application/octet-stream' });
  const part = (number: number) => {
    const offset = number * chunk;
    const end = Math.min(offset + chunk, bytes.length);
    return { offset, bytes: bytes.subarray(offset, end), last: end === bytes.length };
  };

  test('is read back while it is sent', async () => {
    const writes = open();
    let handle = await begin('at once.bin');
    for (const number of [0, 1, 2]) handle = await writes.put(handle, part(number));
    expect(await writes.finish(handle, expected)).toMatchObject({ name: 'at once.bin', isReadBack: true });
    expect(bytes.equals(await readFile(join(folder.root, 'at once.bin')))).toBe(true);
  });

  test('resumes after a restart, and then must be read back by the caller', async () => {
    const handle = await open().put(await begin('resumed.bin'), part(0));
    const writes = open();
    expect(await writes.received(handle)).toBe(chunk);
    for (const number of [1, 2]) await writes.put(handle, part(number));
    const { opened, isReadBack } = await writes.finish(handle, expected);
    expect(isReadBack).toBeUndefined();
    expect(bytes.equals(Buffer.concat(await opened!.body.toArray()))).toBe(true);
  });

  test('isn’t accepted if the server has other bytes', async () => {
    const writes = open();
    const handle = await writes.put(await begin('other.bin'), part(0));
    const [unfinished] = (await readdir(folder.root)).filter((name) => name.endsWith('.part'));
    await writeFile(join(folder.root, unfinished!), randomBytes(chunk));
    const restarted = open();
    for (const number of [1, 2]) await restarted.put(handle, part(number));
    const { opened, isReadBack } = await restarted.finish(handle, expected);
    expect(isReadBack).toBeUndefined();
    expect(bytes.equals(Buffer.concat(await opened!.body.toArray()))).toBe(false);
  });
});
