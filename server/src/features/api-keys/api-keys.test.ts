import { contract, keyPattern, limits } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { apiKeyOf } from '../../testing/api-keys.ts';
import { failure } from '../../testing/failure.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { upload } from '../../testing/upload.ts';
import { hashPassword } from '../auth/index.ts';

const app = await forThisFile(testApp());

const { apiKeys, auth, labels, members, organizations, user } = contract;
const password = 'correct horse';

async function withPassword(): Promise<TestPerson> {
  const me = await person(app);
  await setPassword(me);
  return me;
}

async function setPassword({ id }: TestPerson): Promise<void> {
  await app.services.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', id)
    .execute();
}

const body = { name: 'Nightly export', scopes: ['read' as const], current_password: password };

describe('creating', () => {
  it('returns the key once; the list and the database never contain it', async () => {
    const me = await withPassword();
    const { data } = await me.call(apiKeys.create, { body: { ...body, scopes: ['write', 'read'] } });
    expect(data.key).toMatch(keyPattern);
    expect(data).toMatchObject({ scopes: ['read', 'write'], last_used_at: null, expires_at: null });
    expect(data.key.startsWith(data.prefix) && data.key.endsWith(data.last_four)).toBe(true);
    const { key, ...shown } = data;
    expect((await me.call(apiKeys.list)).data).toEqual([shown]);
    const { rows } = await app.services.pool.query('select * from api_keys where id = $1', [data.id]);
    const secret = key.slice(10, -4);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(rows[0].key_hash).toHaveLength(32);
    const mine = app.as({ Authorization: `Bearer ${key}` });
    expect((await mine(auth.user)).data.email).toBe(me.email);
  });

  it('notifies the person by email', async () => {
    const me = await withPassword();
    await me.call(apiKeys.create, { body });
    await app.work();
    const [mail] = await app.mailsTo(me.email);
    expect(mail!.subject).toBe('A new API key was created for your Sheaf account');
    expect(mail!.text).toContain('“Nightly export”');
    expect(mail!.text).not.toContain('sheaf_');
  });

  it('needs the current password, and changes nothing without it', async () => {
    const me = await withPassword();
    const error = await failure(me.call(apiKeys.create, { body: { ...body, current_password: 'another one' } }));
    expect([error.status, error.errors]).toEqual([422, { current_password: ['This isn’t your current password'] }]);
    expect((await me.call(apiKeys.list)).data).toEqual([]);
  });

  it.each([
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['read', 'read'] }, 'scopes'],
    [{ scopes: ['admin'] }, 'scopes.0'],
    [{ name: 'ab' }, 'name'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    [{ expires_at: 'tomorrow' }, 'expires_at'],
  ])('refuses %o', async (change, field) => {
    const me = await withPassword();
    const error = await failure(me.call(apiKeys.create, { body: { ...body, ...change } as typeof body }));
    expect([error.status, Object.keys(error.errors)]).toEqual([422, [field]]);
  });

  it('is limited, also for several at once', async () => {
    const me = await withPassword();
    for (let made = 1; made < limits.apiKeysEach; made += 1) await apiKeyOf(app, me, 'read');
    const tries = await Promise.allSettled([1, 2, 3].map(() => me.call(apiKeys.create, { body })));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await me.call(apiKeys.list)).data).toHaveLength(limits.apiKeysEach);
  });
});

describe('a key', () => {
  it('works in its own workspace only, without naming it', async () => {
    const me = await person(app);
    const elsewhere = await person(app);
    await app.services.db
      .insertInto('memberships')
      .values({ organization_id: elsewhere.organizationId, user_id: me.id, role: 'member' })
      .execute();
    const key = await apiKeyOf(app, me, 'read', 'write');
    await key.call(labels.create, { body: { name: 'Here', color: '#e03131' } });
    expect((await me.call(labels.list)).data).toHaveLength(1);
    const there = app.as({ ...key.headers, Organization: elsewhere.organizationId });
    expect((await failure(there(labels.list))).status).toBe(404);
    expect((await failure(key.call(organizations.get, { params: { id: elsewhere.organizationId } }))).status).toBe(404);
    expect((await key.call(organizations.get, { params: { id: me.organizationId } })).data.id).toBe(me.organizationId);
  });

  it('reads or writes as its scopes allow', async () => {
    const me = await person(app);
    const [reading, writing] = [await apiKeyOf(app, me, 'read'), await apiKeyOf(app, me, 'write')];
    const label = { body: { name: 'A label', color: '#e03131' } };
    expect((await reading.call(labels.list)).data).toEqual([]);
    const refused = await failure(reading.call(labels.create, label));
    expect([refused.status, refused.code, refused.message]).toEqual([
      403,
      'key_not_allowed',
      'This API key doesn’t have the scope “write”.',
    ]);
    await writing.call(labels.create, label);
    expect((await failure(writing.call(labels.list))).code).toBe('key_not_allowed');
  });

  it('uploads files with the scope to write', async () => {
    const origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
    const me = await person(app);
    const [reading, writing] = [await apiKeyOf(app, me, 'read'), await apiKeyOf(app, me, 'read', 'write')];
    await expect(upload(origin, reading.key, 'a.txt', 'bytes')).rejects.toThrow('403');
    const id = await upload(origin, writing.key, 'a.txt', 'bytes');
    expect((await reading.call(contract.documents.list)).data).toMatchObject([{ id, name: 'a.txt' }]);
    const bytes = await reading.call(contract.documents.download, { params: { id } });
    expect(await bytes.text()).toBe('bytes');
  });

  it('gets a WWW-Authenticate challenge where it is missing, wrong or lacks the scope', async () => {
    const me = await person(app);
    const { key } = await apiKeyOf(app, me, 'read');
    const challengeOf = async (method: 'GET' | 'POST', headers: Record<string, string>) => {
      const answer = await app.request({ method, url: '/api/labels', headers });
      return [answer.status, answer.headers['www-authenticate']];
    };
    expect(await challengeOf('GET', {})).toEqual([401, 'Bearer realm="Sheaf"']);
    const madeUp = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;
    expect(await challengeOf('GET', { Authorization: `Bearer ${madeUp}` })).toEqual([
      401,
      'Bearer realm="Sheaf", error="invalid_token"',
    ]);
    expect(await challengeOf('POST', { Authorization: `bearer ${key}` })).toEqual([
      403,
      'Bearer realm="Sheaf", error="insufficient_scope", scope="write"',
    ]);
  });

  it('shows when it was last used, written once a minute', async () => {
    const me = await person(app);
    const key = await apiKeyOf(app, me, 'read');
    const lastUse = async () => (await me.call(apiKeys.list)).data[0]!.last_used_at;
    await key.call(labels.list);
    const first = await until('the use is dated', async () => (await lastUse()) ?? undefined);
    await key.call(labels.list);
    await app.services.pool.query(`update api_keys set last_used_at = now() - interval '2 minutes' where id = $1`, [
      key.id,
    ]);
    const before = await lastUse();
    expect(before! < first).toBe(true);
    await key.call(labels.list);
    await until('the use is dated anew', async () => ((await lastUse()) !== before ? true : undefined));
  });
});

describe('a key', () => {
  const status = async (call: TestPerson['call']) => (await failure(call(labels.list))).status;

  it('ends when it is revoked', async () => {
    const me = await person(app);
    const key = await apiKeyOf(app, me, 'read');
    await key.call(labels.list);
    await me.call(apiKeys.revoke, { params: { id: key.id } });
    expect(await status(key.call)).toBe(401);
    expect((await failure(me.call(apiKeys.revoke, { params: { id: key.id } }))).status).toBe(404);
  });

  it('ends when it expires, and leaves the list a month later', async () => {
    const me = await person(app);
    const key = await apiKeyOf(app, me, 'read');
    const expire = (ago: string) =>
      app.services.pool.query('update api_keys set expires_at = now() - $2::interval where id = $1', [key.id, ago]);
    await expire('1 second');
    expect(await status(key.call)).toBe(401);
    const { deleteExpiredKeys } = await import('./api-keys.service.ts');
    const forget = () => deleteExpiredKeys.run({}, app.services, new AbortController().signal);
    await forget();
    expect((await me.call(apiKeys.list)).data).toHaveLength(1);
    await expire('31 days');
    await forget();
    expect((await me.call(apiKeys.list)).data).toEqual([]);
  });

  it('ends when the member is removed or leaves', async () => {
    const owner = await person(app);
    const here = { role: 'member' as const, organizationId: owner.organizationId };
    const [removed, leaving] = [await person(app, here), await person(app, here)];
    const keys = [await apiKeyOf(app, removed, 'read'), await apiKeyOf(app, leaving, 'read')];
    for (const key of keys) await key.call(labels.list);
    await owner.call(members.remove, { params: { id: removed.id }, query: { content: 'delete' } });
    await leaving.call(members.leave, { body: { content: 'delete' } });
    for (const key of keys) expect(await status(key.call)).toBe(401);
    const { rows } = await app.services.pool.query('select from api_keys where id = any($1)', [
      keys.map(({ id }) => id),
    ]);
    expect(rows).toHaveLength(0);
  });

  it('ends while the workspace is deleted', async () => {
    const me = await person(app);
    const key = await apiKeyOf(app, me, 'read');
    await me.call(organizations.delete, { params: { id: me.organizationId } });
    expect(await status(key.call)).toBe(401);
  });

  it('ends when its owner takes the account back from someone else', async () => {
    const me = await withPassword();
    const { key } = (await me.call(apiKeys.create, { body })).data;
    const mine = app.as({ Authorization: `Bearer ${key}` });
    await me.call(user.changeEmail, { body: { new_email: `thief-${me.email}`, current_password: password } });
    await app.work();
    const [mail] = await app.mailsTo(`thief-${me.email}`);
    await me.call(user.confirmEmail, { body: { code: /^\s*(\d{6})\s*$/m.exec(mail!.text)![1]! } });
    await app.work();
    expect((await mine(labels.list)).data).toEqual([]);
    const [changed] = await app.mailsTo(me.email);
    await app.as()(user.revertEmail, { body: { token: /revert-email\/(\S+)/.exec(changed!.text)![1]! } });
    expect(await status(mine)).toBe(401);
  });

  it('survives a new password and signing out everywhere', async () => {
    const me = await withPassword();
    const key = await apiKeyOf(app, me, 'read');
    const fresh = 'brand new one';
    await me.call(user.updatePassword, {
      body: { current_password: password, password: fresh, password_confirmation: fresh },
    });
    await me.call(user.endOtherSessions);
    await me.call(auth.logout);
    expect((await key.call(labels.list)).data).toEqual([]);
  });
});

it('does nothing for an unverified person', async () => {
  const newcomer = await person(app, { verified: false });
  const key = await apiKeyOf(app, newcomer, 'read');
  expect((await failure(key.call(labels.list))).code).toBe('email_not_verified');
});
