import { expect, it } from 'vitest';
import { testAccount } from '../kit/testing/test-account.ts';
import { sftp } from './index.ts';
import { memoryFiles } from './testing/memory-files.ts';
import { startSshServer } from './testing/ssh-server.ts';

it.each([
  ['unsupported, as at AWS Transfer and Azure', 8],
  ['a failure without a reason', 4],
  ['denied', 3],
])('a file arrives where times can’t be set: %s', async (_, status) => {
  const files = new Map<string, Buffer>();
  const server = await startSshServer(
    () => true,
    (channel) => memoryFiles(channel, files, status),
  );
  const login = { username: 'ada', password: 'x', privateKey: '', folder: '' };
  const session = sftp.open(testAccount({ fields: { host: '127.0.0.1', port: String(server.port), ...login } }));
  const bytes = Buffer.from('text');
  const modifiedAt = new Date('2020-02-02');
  const { begin, put, finish } = session.writes!;
  const begun = await begin({ parentId: null, name: 'a.txt', size: 4, mimeType: 'text/plain', modifiedAt });
  const sent = await put(begun, { offset: 0, bytes, last: true });
  expect(await finish(sent, { size: 4, hashes: {} })).toMatchObject({ name: 'a.txt', size: 4 });
  expect([...files.keys()]).toEqual(['/home/ada/a.txt']);
  await session[Symbol.asyncDispose]();
  await server.stop();
});
