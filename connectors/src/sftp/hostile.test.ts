import type { Connection, SFTPWrapper } from 'ssh2';
import { expect, it } from 'vitest';
import { testAccount } from '../kit/testing/test-account.ts';
import { sftp } from './index.ts';
import { startSshServer } from './testing/ssh-server.ts';

const attrs = { mode: 0o100644, uid: 0, gid: 0, size: 1, atime: 1, mtime: 1 };

async function browse(answer: (channel: SFTPWrapper, id: number, connection: Connection) => void) {
  const server = await startSshServer(
    () => true,
    (channel, connection) => {
      channel.on('OPENDIR', (id) => channel.handle(id, Buffer.from('d')));
      channel.on('READDIR', (id) => answer(channel, id, connection));
      channel.on('CLOSE', (id) => channel.status(id, 0));
    },
  );
  const fields = {
    host: '127.0.0.1',
    port: String(server.port),
    username: 'ada',
    password: 'x',
    privateKey: '',
    folder: '',
  };
  const session = sftp.open(testAccount({ fields }));
  try {
    return await session.files!.browse(null, null);
  } finally {
    await session[Symbol.asyncDispose]();
    await server.stop();
  }
}

it('stops reading a folder without end', async () => {
  const many = Array.from({ length: 5000 }, (_, n) => ({ filename: `${n}`, longname: '', attrs }));
  let answers = 0;
  const endless = browse((channel, id) => {
    answers += 1;
    // This is enough for the test; a hostile host would never stop.
    if (answers > 60) channel.status(id, 1);
    else channel.name(id, many);
  });
  await expect(endless).rejects.toMatchObject({ code: 'forbidden' });
  expect(answers).toBe(51);
});

it('reads a folder in parts, without itself and its parent', async () => {
  const parts = [['.', 'a'], ['..'], [], ['b']];
  const { items } = await browse((channel, id) => {
    const part = parts.shift();
    if (part)
      channel.name(
        id,
        part.map((filename) => ({ filename, longname: '', attrs })),
      );
    else channel.status(id, 1);
  });
  expect(items.map(({ name }) => name)).toEqual(['a', 'b']);
});

it('reads a folder again if the host ends the connection in the middle of it', async () => {
  let asked = 0;
  const { items } = await browse((channel, id, connection) => {
    if (++asked === 1) connection.end();
    else channel.status(id, 1);
  });
  expect([items, asked]).toEqual([[], 2]);
});
