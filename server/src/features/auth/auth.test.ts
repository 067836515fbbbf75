import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it, vi } from 'vitest';
import { failure } from '../../testing/failure.ts';
import { signedIn } from '../../testing/sign-in/two-factor.ts';
import { testApp } from '../../testing/test-app.ts';

const app = await forThisFile(testApp());
const anyone = app.as();

const { auth, organizations } = contract;
const password = 'correct horse';
let serial = 0;

async function registered(name = 'Ada Lovelace') {
  serial += 1;
  const email = `ada${serial}@example.com`;
  const { data } = await anyone(auth.register, { body: { name, email, password, password_confirmation: password } });
  return {
    email,
    token: data.auth.token,
    call: app.as({ Authorization: `Bearer ${data.auth.token}` }),
    user: data.user,
  };
}

async function codeFor(email: string): Promise<string> {
  await app.work();
  const [newest] = await app.mailsTo(email);
  return /^\s*(\d{6})\s*$/m.exec(newest!.text)![1]!;
}

/** Lets an hour pass, more than the minute required between two codes. */
const anHourLater = () =>
  app.services.db
    .updateTable('codes')
    .set({ sent_at: new Date(Date.now() - 3_600_000) })
    .execute();

describe('registering', () => {
  it('creates a person with a first workspace and sends a code', async () => {
    const ada = await registered();
    expect(ada.user).toMatchObject({ name: 'Ada Lovelace', email: ada.email, avatar: null, email_verified_at: null });
    expect((await ada.call(organizations.list)).data).toMatchObject([{ name: "Ada Lovelace's workspace" }]);
    expect((await ada.call(organizations.info)).data).toMatchObject({
      role: 'owner',
      subscription: { plan: 'free', usage: { members: 1 } },
    });
    expect(await codeFor(ada.email)).toMatch(/^\d{6}$/);
  });

  it('reports that an address is taken, whatever its case, also when two come at once', async () => {
    const { email } = await registered();
    const again = { name: 'Ada', email: email.toUpperCase(), password, password_confirmation: password };
    const error = await failure(anyone(auth.register, { body: again }));
    expect([error.status, error.errors.email]).toEqual([422, ['This email already has an account']]);
    const fresh = { ...again, email: 'race@example.com' };
    const both = await Promise.allSettled([
      anyone(auth.register, { body: fresh }),
      anyone(auth.register, { body: fresh }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('answers with the messages of the forms', async () => {
    const body = { name: 'Al', email: 'nonsense', password: 'short', password_confirmation: 'other' };
    const error = await failure(anyone(auth.register, { body }));
    expect(error.errors).toEqual({
      name: ['Name length must be more than 3'],
      email: ['Must be a valid email'],
      password: ['Too short'],
      password_confirmation: ['Too short', "Don't match"],
    });
    const empty = await failure(anyone(auth.login, { body: { email: '', password: '' } }));
    expect(empty.errors.email?.[0]).toBe('This is required');
    expect(empty.errors.password?.[0]).toBe('This is required');
  });
});

describe('verifying', () => {
  it('accepts the code once', async () => {
    const ada = await registered();
    const code = await codeFor(ada.email);
    await ada.call(auth.verify, { body: { code } });
    expect((await ada.call(auth.user)).data.email_verified_at).not.toBeNull();
    expect(
      await app.services.db.selectFrom('codes').select('user_id').where('user_id', '=', ada.user.id).execute(),
    ).toEqual([]);
  });

  it('invalidates a code after five wrong tries', async () => {
    const ada = await registered();
    const code = await codeFor(ada.email);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let i = 0; i < 5; i += 1)
      expect((await failure(ada.call(auth.verify, { body: { code: wrong } }))).status).toBe(422);
    expect((await failure(ada.call(auth.verify, { body: { code } }))).errors.code).toEqual([
      'This code is wrong or has expired',
    ]);
  });

  it('refuses an expired code, one of another length, and one of another person', async () => {
    const ada = await registered();
    const bob = await registered();
    const code = await codeFor(ada.email);
    const bobs = await codeFor(bob.email);
    if (bobs !== code) expect((await failure(ada.call(auth.verify, { body: { code: bobs } }))).status).toBe(422);
    expect((await failure(ada.call(auth.verify, { body: { code: '123' } }))).errors.code).toEqual(['Length must be 6']);
    await app.services.db
      .updateTable('codes')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', ada.user.id)
      .execute();
    expect((await failure(ada.call(auth.verify, { body: { code } }))).status).toBe(422);
  });

  it('sends another code after a minute, and invalidates the earlier one', async () => {
    const ada = await registered();
    const early = await failure(ada.call(auth.resendCode));
    expect(early.status).toBe(429);
    expect(early.message).toMatch(/^We just sent a code\. You can ask for another in \d+ seconds\.$/);
    expect(early.retryAfter).toSatisfy((seconds: number) => seconds > 0 && seconds <= 60);
    const first = await codeFor(ada.email);
    await anHourLater();
    await ada.call(auth.resendCode);
    const second = await codeFor(ada.email);
    if (first !== second) expect((await failure(ada.call(auth.verify, { body: { code: first } }))).status).toBe(422);
    await ada.call(auth.verify, { body: { code: second } });
  });
});

describe('signing in', () => {
  it('starts a session, which signing out ends', async () => {
    const { email, user } = await registered();
    const data = signedIn((await anyone(auth.login, { body: { email, password } })).data);
    const session = app.as({ Authorization: `Bearer ${data.auth.token}` });
    expect((await session(auth.user)).data.id).toBe(user.id);
    await session(auth.logout);
    expect((await failure(session(auth.user))).status).toBe(401);
  });

  it('answers the same for an unknown address and a wrong password', async () => {
    const { email } = await registered();
    const wrong = await failure(anyone(auth.login, { body: { email, password: 'not this one' } }));
    const unknown = await failure(
      anyone(auth.login, { body: { email: 'nobody@example.com', password: 'not this one' } }),
    );
    expect([unknown.status, unknown.code, unknown.message]).toEqual([wrong.status, wrong.code, wrong.message]);
    expect(wrong.status).toBe(401);
  });

  it('slows guessing down', async () => {
    const { email } = await registered();
    const begun = performance.now();
    const tries = await Promise.all(
      Array.from({ length: 10 }, () => failure(anyone(auth.login, { body: { email, password: 'guess guess' } }))),
    );
    // One more attempt after four seconds, another after eight more.
    const others = Math.floor(Math.log2(1 + (performance.now() - begun) / 4_000));
    const answered = tries.filter(({ status }) => status === 401).length;
    expect(answered).toSatisfy((count: number) => count >= 6 && count <= 6 + others);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(10 - answered);
    for (const { status, retryAfter } of tries) if (status === 429) expect(retryAfter).toBeGreaterThan(0);
  });

  it('keeps neither password nor token in the database', async () => {
    const { token, user } = await registered();
    const row = await app.services.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(row.password_hash).toMatch(/^\$argon2id\$/);
    const sessions = await app.services.pool.query('select s::text as row from sessions s');
    expect(sessions.rows.some(({ row }) => row.includes(token))).toBe(false);
  });

  it('ends an expired session', async () => {
    const ada = await registered();
    await app.services.db
      .updateTable('sessions')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', ada.user.id)
      .execute();
    expect((await failure(ada.call(auth.user))).status).toBe(401);
  });
});

describe('a forgotten password', () => {
  it('is replaced with the code, which ends every session', async () => {
    const ada = await registered();
    await anyone(auth.forgetPassword, { body: { email: ada.email } });
    const code = await codeFor(ada.email);
    const body = { email: ada.email, code, password: 'a new password', password_confirmation: 'a new password' };
    await anyone(auth.resetPassword, { body });
    expect((await failure(ada.call(auth.user))).status).toBe(401);
    expect((await failure(anyone(auth.resetPassword, { body }))).status).toBe(422);
    expect(
      signedIn((await anyone(auth.login, { body: { email: ada.email, password: body.password } })).data).user
        .email_verified_at,
    ).not.toBeNull();
    await app.work();
    expect((await app.mailsTo(ada.email))[0]!.subject).toBe('Your Sheaf password was changed');
  });

  it('gets the same answer for an address no one has', async () => {
    const unknown = 'stranger@example.com';
    expect((await anyone(auth.forgetPassword, { body: { email: unknown } })).data).toEqual({ success: true });
    await app.work();
    expect(await app.mailsTo(unknown)).toEqual([]);
    const again = await failure(anyone(auth.forgetPassword, { body: { email: unknown } }));
    expect(again.status).toBe(429);
    const body = {
      email: unknown,
      code: '123456',
      password: 'a new password',
      password_confirmation: 'a new password',
    };
    expect((await failure(anyone(auth.resetPassword, { body }))).errors.code).toEqual([
      'This code is wrong or has expired',
    ]);
  });
});

it('authentication takes one query', async () => {
  const { call } = await registered();
  const { id } = (await call(auth.user)).data;
  // The last visit is recorded with the first call, and again after a minute.
  const seen = () =>
    app.services.pool.query('select 1 from memberships where user_id = $1 and last_seen_at is not null', [id]);
  await expect.poll(async () => (await seen()).rowCount).toBe(1);
  const queries = vi.spyOn(app.services.pool, 'query');
  await call(auth.user);
  expect(queries).toHaveBeenCalledTimes(1);
  queries.mockRestore();
});
