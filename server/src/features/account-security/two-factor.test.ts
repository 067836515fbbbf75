import { contract, limits } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { failure } from '../../testing/failure.ts';
import { codeOf, firstStep, password, signedIn, turnOn, withPassword } from '../../testing/sign-in/two-factor.ts';
import { testApp } from '../../testing/test-app.ts';
import { resetTwoFactor } from './index.ts';

const { auth, twoFactor, user } = contract;
const wrong = 'This code is wrong or was already used.';

const app = await forThisFile(testApp());

async function protectedPerson() {
  const me = await withPassword(app);
  return { me, ...(await turnOn(app, me)) };
}

const secondStep = (token: string, code: string) => app.as()(auth.twoFactor, { body: { token, code } });
const subjects = async (email: string) => {
  await app.work();
  return (await app.mailsTo(email)).map(({ subject }) => subject);
};
const statusOf = (outcomes: PromiseSettledResult<unknown>[]) => outcomes.map(({ status }) => status).sort();

describe('the set-up', () => {
  it('shows a secret, counts only after a code confirms it, and ends every other session', async () => {
    const me = await withPassword(app);
    const elsewhere = signedIn((await app.as()(auth.login, { body: { email: me.email, password } })).data);
    const { secret, uri } = (await me.call(twoFactor.begin, { body: { current_password: password } })).data;
    expect(uri).toContain(`otpauth://totp/Sheaf:${encodeURIComponent(me.email)}?`);
    expect(uri).toContain(`secret=${secret}`);
    // While it isn't confirmed, the password alone signs in.
    signedIn((await app.as()(auth.login, { body: { email: me.email, password } })).data);
    expect((await failure(me.call(twoFactor.confirm, { body: { code: '000000' } }))).errors.code).toEqual([wrong]);
    const { recovery_codes } = (await me.call(twoFactor.confirm, { body: { code: codeOf(secret) } })).data;
    expect(new Set(recovery_codes).size).toBe(limits.recoveryCodes);
    expect((await me.call(twoFactor.get)).data).toMatchObject({ enabled: true, recovery_codes_left: 10 });
    const other = app.as({ Authorization: `Bearer ${elsewhere.auth.token}` });
    expect((await failure(other(auth.user))).status).toBe(401);
    expect(await subjects(me.email)).toContain('Two-factor authentication is on for your Sheaf account');
  });

  it('needs the current password, and can’t be started again while it is on', async () => {
    const { me } = await protectedPerson();
    const refused = await failure(me.call(twoFactor.begin, { body: { current_password: 'not the password' } }));
    expect(refused.errors.current_password).toEqual(['This isn’t your current password']);
    const again = await failure(me.call(twoFactor.begin, { body: { current_password: password } }));
    expect([again.status, again.message]).toEqual([409, 'Two-factor authentication is already on.']);
  });

  it('keeps the secret sealed and the recovery codes hashed', async () => {
    const { me, secret, recoveryCodes } = await protectedPerson();
    const { rows } = await app.services.pool.query(
      `select t.secrets, array(select code_hash from recovery_codes where user_id = $1) as hashes from two_factor t
       where user_id = $1`,
      [me.id],
    );
    expect(recoveryCodes.length).toBeGreaterThan(0);
    expect(rows[0].hashes).toHaveLength(recoveryCodes.length);
    const stored = Buffer.concat([rows[0].secrets, ...rows[0].hashes]).toString('latin1');
    for (const text of [secret, ...recoveryCodes]) expect(stored).not.toContain(text);
  });
});

describe('signing in', () => {
  it('takes the password and a code, and starts no session before', async () => {
    const { me, freshCode } = await protectedPerson();
    const step = await firstStep(app, me.email);
    expect(step).toMatchObject({ two_factor_required: true, passkey: false });
    const early = app.as({ Authorization: `Bearer ${step.token}` });
    expect((await failure(early(auth.user))).status).toBe(401);
    expect((await failure(secondStep(step.token, '000000'))).errors.code).toEqual([wrong]);
    const { data } = await secondStep(step.token, await freshCode());
    expect((await app.as({ Authorization: `Bearer ${data.auth.token}` })(auth.user)).data.id).toBe(me.id);
    const used = await failure(secondStep(step.token, await freshCode()));
    expect([used.status, used.code]).toEqual([401, 'invalid_credentials']);
  });

  it('takes no code twice, including the one of the set-up', async () => {
    const { me, secret, freshCode } = await protectedPerson();
    const { token } = await firstStep(app, me.email);
    expect((await failure(secondStep(token, codeOf(secret)))).errors.code).toEqual([wrong]);
    const code = await freshCode();
    await secondStep(token, code);
    const again = await firstStep(app, me.email);
    expect((await failure(secondStep(again.token, code))).errors.code).toEqual([wrong]);
  });

  it('takes a recovery code once, however it is typed, and notifies by email', async () => {
    const { me, recoveryCodes } = await protectedPerson();
    const { token } = await firstStep(app, me.email);
    await secondStep(token, ` ${recoveryCodes[0]!.toUpperCase().replaceAll('-', ' ')} `);
    const again = await firstStep(app, me.email);
    expect((await failure(secondStep(again.token, recoveryCodes[0]!))).errors.code).toEqual([wrong]);
    await secondStep(again.token, recoveryCodes[1]!);
    expect((await me.call(twoFactor.get)).data.recovery_codes_left).toBe(8);
    expect(await subjects(me.email)).toContain('A recovery code was used to sign in to Sheaf');
  });

  it.each(['a recovery code', 'a code of the app'])('accepts only one of two simultaneous uses of %s', async (kind) => {
    const { me, recoveryCodes, freshCode } = await protectedPerson();
    const steps = [await firstStep(app, me.email), await firstStep(app, me.email)];
    const code = kind === 'a recovery code' ? recoveryCodes[0]! : await freshCode();
    expect(statusOf(await Promise.allSettled(steps.map(({ token }) => secondStep(token, code))))).toEqual([
      'fulfilled',
      'rejected',
    ]);
  });

  it('spends the token once, and nothing else with it', async () => {
    const { me, recoveryCodes } = await protectedPerson();
    const { token } = await firstStep(app, me.email);
    const both = await Promise.allSettled(recoveryCodes.slice(0, 2).map((code) => secondStep(token, code)));
    expect(statusOf(both)).toEqual(['fulfilled', 'rejected']);
    expect((await me.call(twoFactor.get)).data.recovery_codes_left).toBe(9);
  });

  it('starts over when the token has expired or the password was changed meanwhile', async () => {
    const { me, recoveryCodes } = await protectedPerson();
    const old = await firstStep(app, me.email);
    await app.services.pool.query('update pending_sign_ins set expires_at = now() where user_id = $1', [me.id]);
    const expired = await failure(secondStep(old.token, recoveryCodes[0]!));
    expect(expired.message).toBe('This sign-in has expired. Enter your password again.');
    const { token } = await firstStep(app, me.email);
    const body = {
      current_password: password,
      password: 'another password',
      password_confirmation: 'another password',
    };
    await me.call(user.updatePassword, { body });
    expect((await failure(secondStep(token, recoveryCodes[0]!))).status).toBe(401);
    expect((await me.call(twoFactor.get)).data.recovery_codes_left).toBe(10);
  });

  it('asks for the code after a forgotten password too', async () => {
    const { me, recoveryCodes } = await protectedPerson();
    await app.as()(auth.forgetPassword, { body: { email: me.email } });
    await app.work();
    const mails = await app.mailsTo(me.email);
    const { text } = mails.find(({ subject }) => subject.includes('reset code'))!;
    const fresh = { password: 'a new password', password_confirmation: 'a new password' };
    const code = /^\s*(\d{6})\s*$/m.exec(text)![1]!;
    await app.as()(auth.resetPassword, { body: { email: me.email, code, ...fresh } });
    const { token } = await firstStep(app, me.email, fresh.password);
    await secondStep(token, recoveryCodes[0]!);
  });
});

describe('changes', () => {
  it('replace the old recovery codes with new ones', async () => {
    const { me, recoveryCodes, freshCode } = await protectedPerson();
    const refused = await failure(
      me.call(twoFactor.renewCodes, { body: { current_password: password, code: '000000' } }),
    );
    expect(refused.errors.code).toEqual([wrong]);
    const body = { current_password: password, code: await freshCode() };
    const { data } = await me.call(twoFactor.renewCodes, { body });
    const { token } = await firstStep(app, me.email);
    expect((await failure(secondStep(token, recoveryCodes[0]!))).status).toBe(422);
    await secondStep(token, data.recovery_codes[0]!);
  });

  it('take a code to turn it off, and leave the password', async () => {
    const { me, recoveryCodes } = await protectedPerson();
    await me.call(twoFactor.disable, { body: { current_password: password, code: recoveryCodes[0]! } });
    expect((await me.call(twoFactor.get)).data).toEqual({
      enabled: false,
      enabled_at: null,
      app: false,
      recovery_codes_left: 0,
    });
    signedIn((await app.as()(auth.login, { body: { email: me.email, password } })).data);
    const body = { current_password: password, code: recoveryCodes[1]! };
    expect((await failure(me.call(twoFactor.disable, { body }))).message).toBe('Two-factor authentication is off.');
    expect(await subjects(me.email)).toContain('Two-factor authentication is off for your Sheaf account');
  });

  it('let an administrator of the server delete factors and sessions, keep the password, and notify by email', async () => {
    const { me } = await protectedPerson();
    const { db, config } = app.services;
    expect(await resetTwoFactor(db, 'nobody@example.com', config.publicUrl)).toBeNull();
    expect(await resetTwoFactor(db, me.email, config.publicUrl)).toEqual({ id: me.id });
    expect((await failure(me.call(auth.user))).status).toBe(401);
    signedIn((await app.as()(auth.login, { body: { email: me.email, password } })).data);
    expect((await subjects(me.email))[0]).toMatch('An administrator reset two-factor authentication');
    const { rows } = await app.services.pool.query(
      `select details from audit_events where user_id = $1 and action = 'two_factor_off'`,
      [me.id],
    );
    expect(rows).toEqual([{ details: { by: 'administrator' } }]);
  });
});

it('delete set-ups and challenges that no one finished', async () => {
  const me = await withPassword(app);
  await me.call(twoFactor.begin, { body: { current_password: password } });
  await app.as()(auth.passkeyOptions, { body: {} });
  const { pool } = app.services;
  await pool.query(`update two_factor set started_at = now() - interval '2 days' where user_id = $1`, [me.id]);
  await pool.query(`update passkey_challenges set expires_at = now() - interval '1 s'`);
  const { deleteExpiredChallenges } = await import('../second-factors/index.ts');
  await deleteExpiredChallenges.run({}, app.services, new AbortController().signal);
  const { rows } = await pool.query(
    `select (select count(*)::int from two_factor where user_id = $1) as set_ups,
      (select count(*)::int from passkey_challenges) as challenges`,
    [me.id],
  );
  expect(rows[0]).toEqual({ set_ups: 0, challenges: 0 });
});
