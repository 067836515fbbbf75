import { execFileSync } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { provide, type ServedFolder, type SftpServer, serveFolder, startOpenssh } from '@sheaf/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RemoteId, Session } from '../kit/session.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { sftp } from './index.ts';

const sshd = provide('sshd');

describe.skipIf(sshd === null)('sftp on openssh', () => {
  let server: SftpServer;
  let folder: ServedFolder;
  const sessions: Session[] = [];
  beforeAll(async () => {
    folder = await serveFolder();
    server = await startOpenssh(sshd!);
  });
  afterAll(async () => {
    for (const session of sessions) await session[Symbol.asyncDispose]();
    await server.stop();
    await folder.stop();
  });

  function open(change: Record<string, string> = {}) {
    const { host, port, username, privateKey } = server;
    const fields = { host, port: String(port), username, password: '', privateKey, folder: folder.root, ...change };
    const account = testAccount({ fields });
    const session = sftp.open(account);
    sessions.push(session);
    return { account, session, files: session.files! };
  }

  it("remembers the host's key at first use and refuses another", async () => {
    const { account, session } = open();
    await session.identity();
    expect(account.remembered).toEqual({ hostKey: server.fingerprint });
    await expect(open({ hostKey: 'SHA256:other' }).session.identity()).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining(`from SHA256:other to ${server.fingerprint}`),
    });
  });

  it('explains the problem of a key with a passphrase', async () => {
    const file = join(folder.root, '..', 'locked');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', 'secret', '-f', file]);
    const privateKey = execFileSync('cat', [file], { encoding: 'utf8' });
    await expect(open({ privateKey }).session.identity()).rejects.toMatchObject({
      code: 'auth_revoked',
      message: expect.stringContaining('passphrase'),
    });
    await expect(open({ privateKey: 'nonsense' }).session.identity()).rejects.toMatchObject({ code: 'auth_revoked' });
  });

  it('reports no other user’s name or key', async () => {
    await expect(open({ username: 'nobody-at-all' }).session.identity()).rejects.toMatchObject({
      code: 'auth_revoked',
    });
  });

  it('reports that a folder is missing, which proves nothing about its files', async () => {
    await expect(open({ folder: '/no/such/folder' }).files.browse(null, null)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('shows links and never follows them, not even to delete', async () => {
    await folder.mkdir(['links']);
    await folder.mkdir(['kept']);
    await folder.write(['kept', 'a.txt'], Buffer.from('a'));
    await symlink(join(folder.root, 'kept'), join(folder.root, 'links', 'folder'));
    await symlink('/etc/passwd', join(folder.root, 'links', 'file'));
    const { files, session } = open();
    const { items } = await files.browse('links/' as RemoteId, null);
    expect(items.map(({ name, kind, size }) => [name, kind, size]).sort()).toEqual([
      ['file', 'link', null],
      ['folder', 'link', null],
    ]);
    for (const { id } of items) await expect(files.download(id)).rejects.toMatchObject({ code: 'not_found' });
    await session.writes!.delete('links/' as RemoteId);
    expect((await folder.list(['kept'])).length).toBe(1);
  });

  it('stays inside its folder', async () => {
    const { files } = open();
    for (const id of ['../', '/etc/passwd', 'a/../../b'])
      await expect(files.stat(id as RemoteId)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('continues on a new connection when one breaks', async () => {
    const { account, session, files } = open();
    const dialled: { destroy(): void }[] = [];
    const { dial } = account;
    account.dial = async (...to) => {
      const socket = await dial(...to);
      dialled.push(socket);
      return socket;
    };
    await session.identity();
    const listing = files.browse(null, null);
    dialled[0]!.destroy();
    expect((await listing).items.length).toBeGreaterThan(0);
    expect(dialled.length).toBe(2);
  });

  it('closes every connection at the end', async () => {
    const { session, files } = open();
    await Promise.all(Array.from({ length: 40 }, () => files.browse(null, null)));
    await session[Symbol.asyncDispose]();
    await expect(files.browse(null, null)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
