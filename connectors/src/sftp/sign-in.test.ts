import { describe, expect, it } from 'vitest';
import { testAccount } from '../kit/testing/test-account.ts';
import { auth } from './auth.ts';
import { sftp } from './index.ts';
import { startSshServer } from './testing/ssh-server.ts';

async function identity(password: string, mayEnter: Parameters<typeof startSshServer>[0]) {
  const server = await startSshServer(mayEnter);
  const fields = {
    host: '127.0.0.1',
    port: String(server.port),
    username: 'ada',
    password,
    privateKey: '',
    folder: '',
  };
  const session = sftp.open(testAccount({ fields }));
  try {
    return await session.identity();
  } finally {
    await session[Symbol.asyncDispose]();
    await server.stop();
  }
}

describe('signing in', () => {
  it('works with a password', async () => {
    const { label, remoteUserId } = await identity('right', (context) => {
      return context.method === 'password' && context.password === 'right';
    });
    expect(label).toBe('ada@127.0.0.1');
    expect(remoteUserId).toMatch(/^ada@127\.0\.0\.1:\d+\/home\/ada$/);
  });

  it('works if the host asks for the password in a dialog', async () => {
    expect(await identity('right', ({ method }) => method === 'keyboard-interactive')).toMatchObject({
      label: 'ada@127.0.0.1',
    });
  });

  it('fails with a wrong password, so that the person can correct it', async () => {
    const attempt = identity('wrong', (context) => context.method === 'password' && context.password === 'right');
    await expect(attempt).rejects.toMatchObject({ code: 'auth_revoked' });
  });
});

describe('the form', () => {
  const typed = { host: 'files.example.com', username: 'ada', password: 'x' };

  it('fills in defaults for optional fields', () => {
    expect(auth.schema.parse(typed)).toEqual({ ...typed, port: '', privateKey: '', folder: '' });
  });

  it.each([
    { host: 'ada@host' },
    { host: 'host/path' },
    { host: '' },
    { port: 'ssh' },
    { port: '70000' },
    { username: '' },
    { password: '' },
  ])('refuses %o', (change) => {
    expect(auth.schema.safeParse({ ...typed, ...change }).success).toBe(false);
  });
});
