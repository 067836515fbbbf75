import tls from 'node:tls';
import { startS3 } from '@sheaf/sandbox';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startScriptedServer } from './imap/testing/scripted-server.ts';
import type { CredentialForm } from './kit/connector.ts';
import type { ConnectorError } from './kit/errors.ts';
import { certificate } from './kit/testing/certificate.ts';
import { testAccount } from './kit/testing/test-account.ts';
import { wrongFieldOf } from './kit/wrong-field.ts';
import { connectors } from './registry.ts';
import { fieldsOf, login as s3Login } from './s3/testing/world.ts';
import { startSshServer } from './sftp/testing/ssh-server.ts';
import { login as nextcloudLogin, startNextcloud } from './webdav/testing/nextcloud.ts';

/** Tests that an error in the form is shown at its field. */

const trusted = tls.getCACertificates('default');
beforeAll(() => tls.setDefaultCACertificates([...trusted, certificate]));
afterAll(() => tls.setDefaultCACertificates(trusted));

const opened: { stop(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.stop();
});

async function blamed(slug: string, fields: Record<string, string>, allowPrivate = true): Promise<string | null> {
  const connector = connectors.find(({ manifest }) => manifest.slug === slug)!;
  const form = connector.auth as CredentialForm;
  const account = testAccount({ fields: form.schema.parse(fields) as Record<string, string>, allowPrivate });
  const session = connector.open({ ...account, call: (work) => work() });
  const error = await session.identity().then(
    () => null,
    (thrown: ConnectorError) => thrown,
  );
  await session[Symbol.asyncDispose]();
  await account.close();
  return error && wrongFieldOf(form, error);
}

/** A port without a server. */
async function closedPort(): Promise<string> {
  const server = await startScriptedServer({});
  await server.stop();
  return String(server.port);
}

it('blames the invalid field of S3', async () => {
  const store = await startS3(s3Login);
  opened.push(store);
  const right = fieldsOf(store.url);
  expect(await blamed('s3', right)).toBeNull();
  expect(await blamed('s3', { ...right, bucket: 'other' })).toBe('bucket');
  expect(await blamed('s3', { ...right, accessKeyId: 'AKIAOTHER' })).toBe('accessKeyId');
  expect(await blamed('s3', { ...right, secretAccessKey: 'wrong' })).toBe('secretAccessKey');
  expect(await blamed('s3', { ...right, endpoint: `http://127.0.0.1:${await closedPort()}` })).toBe('endpoint');
  expect(await blamed('s3', right, false)).toBe('endpoint');
});

it('blames no field of S3 if clocks differ', async () => {
  const store = await startS3({ ...s3Login, clock: () => new Date(Date.now() + 20 * 60_000) });
  opened.push(store);
  expect(await blamed('s3', fieldsOf(store.url))).toBeNull();
});

it('blames the invalid field of WebDAV', async () => {
  const cloud = await startNextcloud();
  opened.push(cloud);
  const right = { address: cloud.url, ...nextcloudLogin };
  expect(await blamed('webdav', right)).toBeNull();
  expect(await blamed('webdav', { ...right, password: 'wrong' })).toBe('password');
  expect(await blamed('webdav', { ...right, address: cloud.url.replace('/cloud', '/nothing') })).toBe('address');
  expect(await blamed('webdav', { ...right, address: `http://127.0.0.1:${await closedPort()}` })).toBe('address');
});

it('blames the invalid field of SFTP', async () => {
  const server = await startSshServer(
    (context) => context.method === 'password' && context.password === 'right',
    (channel) => {
      channel.removeAllListeners('REALPATH').on('REALPATH', (id, path) => {
        const attrs = { mode: 0o040755, uid: 0, gid: 0, size: 0, atime: 1, mtime: 1 };
        if (path === '.') channel.name(id, [{ filename: '/home/ada', longname: '', attrs }]);
        else channel.status(id, 2);
      });
    },
  );
  opened.push(server);
  const right = { host: '127.0.0.1', port: String(server.port), username: 'ada', password: 'right' };
  expect(await blamed('sftp', right)).toBeNull();
  expect(await blamed('sftp', { ...right, password: 'wrong' })).toBe('password');
  expect(await blamed('sftp', { ...right, password: '', privateKey: 'no key' })).toBe('privateKey');
  expect(await blamed('sftp', { ...right, folder: '/missing' })).toBe('folder');
  expect(await blamed('sftp', { ...right, port: await closedPort() })).toBe('host');
});

it('blames the invalid field of IMAP', async () => {
  const server = await startScriptedServer({
    answers: {
      LOGIN: (socket, { tag, text }) =>
        socket.write(text.includes('right') ? `${tag} OK\r\n` : `${tag} NO [AUTHENTICATIONFAILED] no\r\n`),
    },
  });
  const plain = await startScriptedServer({ isPlain: true });
  opened.push(server, plain);
  const right = { host: '127.0.0.1', port: String(server.port), security: 'tls', username: 'ada', password: 'right' };
  expect(await blamed('imap', right)).toBeNull();
  expect(await blamed('imap', { ...right, password: 'wrong' })).toBe('password');
  expect(await blamed('imap', { ...right, port: String(plain.port) })).toBe('security');
  expect(await blamed('imap', { ...right, port: await closedPort() })).toBe('host');
});
