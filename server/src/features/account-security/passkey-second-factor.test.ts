import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { failure } from '../../testing/failure.ts';
import type { TestPerson } from '../../testing/people.ts';
import { Authenticator } from '../../testing/sign-in/authenticator.ts';
import { firstStep, password, signedIn, turnOn, withPassword } from '../../testing/sign-in/two-factor.ts';
import { testApp } from '../../testing/test-app.ts';

/** Two-factor authentication without an authenticator app: the password, then a passkey or a recovery code. */

const { auth, organizations, passkeys, twoFactor } = contract;
const current = { current_password: password };

const app = await forThisFile(testApp());

async function addPasskey(who: TestPerson, proof: object = {}) {
  const device = new Authenticator();
  const { options } = (await who.call(passkeys.options, { body: { ...current, ...proof } })).data;
  const { data } = await who.call(passkeys.create, { body: { name: 'Laptop', response: device.create(options) } });
  return { device, id: data.id };
}

/** A person whose second factor is a passkey. */
async function protectedPerson() {
  const me = await withPassword(app);
  const { device, id } = await addPasskey(me);
  const { recovery_codes } = (await me.call(twoFactor.usePasskey, { body: current })).data;
  /** The passkey's answer to a request for proof. */
  const answer = async () => device.get((await me.call(passkeys.question)).data.options);
  return { me, device, id, answer, recoveryCodes: recovery_codes };
}

const older = (who: TestPerson) =>
  app.services.pool.query(`update passkeys set created_at = now() - interval '1 day' where user_id = $1`, [who.id]);

describe('turning it on', () => {
  it('takes the password and a new passkey, returns recovery codes, and ends every other session', async () => {
    const me = await withPassword(app);
    const elsewhere = signedIn((await app.as()(auth.login, { body: { email: me.email, password } })).data);
    expect((await failure(me.call(twoFactor.usePasskey, { body: current }))).message).toMatch(/^Add a passkey first/);
    await addPasskey(me);
    const wrong = await failure(me.call(twoFactor.usePasskey, { body: { current_password: 'not the password' } }));
    expect(wrong.errors.current_password).toEqual(['This isn’t your current password']);
    const { recovery_codes } = (await me.call(twoFactor.usePasskey, { body: current })).data;
    expect(new Set(recovery_codes).size).toBe(10);
    expect((await me.call(twoFactor.get)).data).toMatchObject({ enabled: true, app: false, recovery_codes_left: 10 });
    const other = app.as({ Authorization: `Bearer ${elsewhere.auth.token}` });
    expect((await failure(other(auth.user))).status).toBe(401);
    expect((await failure(me.call(twoFactor.usePasskey, { body: current }))).status).toBe(409);
    expect((await failure(me.call(twoFactor.begin, { body: current }))).status).toBe(409);
    await app.work();
    const [mail] = await app.mailsTo(me.email);
    expect(mail!.subject).toBe('Two-factor authentication is on for your Sheaf account');
    expect(mail!.text).toContain('asks for a passkey when you sign in with your password');
  });

  it('accepts an older passkey of the same person only', async () => {
    const [me, other] = [await withPassword(app), await withPassword(app)];
    const [{ device }, { device: foreign }] = [await addPasskey(me), await addPasskey(other)];
    await older(me);
    expect((await failure(me.call(twoFactor.usePasskey, { body: current }))).code).toBe('conflict');
    const ask = async () => (await me.call(passkeys.question)).data.options;
    const use = (passkey: ReturnType<Authenticator['get']>) =>
      me.call(twoFactor.usePasskey, { body: { ...current, passkey } });
    expect((await failure(use(foreign.get(await ask())))).message).toMatch(/^This passkey can’t be used here/);
    expect((await me.call(twoFactor.get)).data.enabled).toBe(false);
    await use(device.get(await ask()));
    expect((await me.call(twoFactor.get)).data.enabled).toBe(true);
  });

  it('satisfies a workspace that requires two-factor authentication', async () => {
    const { me } = await protectedPerson();
    await me.call(organizations.updateSecurity, { body: { two_factor_required: true } });
    const member = await withPassword(app, { role: 'member', organizationId: me.organizationId });
    const lacksIt = async () => (await member.call(organizations.info)).data.two_factor_setup_required;
    // If only a passkey was added, the password alone would still sign in.
    await addPasskey(member);
    expect(await lacksIt()).toBe(true);
    await member.call(twoFactor.usePasskey, { body: current });
    expect(await lacksIt()).toBe(false);
  });
});

describe('signing in', () => {
  it('takes the password with the passkey or a recovery code, and nothing else', async () => {
    const { me, device, recoveryCodes } = await protectedPerson();
    const step = await firstStep(app, me.email);
    expect(step).toMatchObject({ app: false, passkey: true });
    const withCode = (token: string, code: string) => app.as()(auth.twoFactor, { body: { token, code } });
    expect((await failure(withCode(step.token, '000000'))).errors.code).toEqual([
      'This code is wrong or was already used.',
    ]);
    const { options } = (await app.as()(auth.passkeyOptions, { body: { token: step.token } })).data;
    const { data } = await app.as()(auth.passkey, { body: { token: step.token, response: device.get(options) } });
    expect((await app.as({ Authorization: `Bearer ${data.auth.token}` })(auth.user)).data.id).toBe(me.id);
    await withCode((await firstStep(app, me.email)).token, recoveryCodes[0]!);
  });

  it('lists the available kinds of second factor', async () => {
    const me = await withPassword(app);
    await turnOn(app, me);
    expect(await firstStep(app, me.email)).toMatchObject({ app: true, passkey: false });
  });
});

describe('changing how someone signs in', () => {
  it('accepts a passkey in place of a code, once', async () => {
    const { me, answer } = await protectedPerson();
    expect((await failure(me.call(twoFactor.renewCodes, { body: current }))).status).toBe(422);
    const passkey = await answer();
    await me.call(twoFactor.renewCodes, { body: { ...current, passkey } });
    expect((await failure(me.call(twoFactor.renewCodes, { body: { ...current, passkey } }))).status).toBe(409);
    const { id } = await addPasskey(me, { passkey: await answer() });
    await me.call(passkeys.remove, { params: { id }, body: { ...current, passkey: await answer() } });
    await me.call(twoFactor.disable, { body: { ...current, passkey: await answer() } });
    signedIn((await app.as()(auth.login, { body: { email: me.email, password } })).data);
  });

  it('accepts a passkey besides an authenticator app, but never another person’s', async () => {
    const me = await withPassword(app);
    const { device } = await addPasskey(me);
    await turnOn(app, me);
    const { answer } = await protectedPerson();
    const foreign = await answer();
    expect((await failure(me.call(twoFactor.disable, { body: { ...current, passkey: foreign } }))).status).toBe(409);
    const passkey = device.get((await me.call(passkeys.question)).data.options);
    await me.call(twoFactor.disable, { body: { ...current, passkey } });
  });

  it('keeps the only second factor: one of the last two passkeys stays, even when both are removed at once', async () => {
    const { me, id, recoveryCodes } = await protectedPerson();
    const remove = (which: string, code: string) =>
      me.call(passkeys.remove, { params: { id: which }, body: { ...current, code } });
    expect((await failure(remove(id, recoveryCodes[0]!))).message).toMatch(/^This passkey is your only second factor/);
    const { id: second } = await addPasskey(me, { code: recoveryCodes[1]! });
    const both = await Promise.allSettled([remove(id, recoveryCodes[2]!), remove(second, recoveryCodes[3]!)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await me.call(passkeys.list)).data).toHaveLength(1);
  });
});
