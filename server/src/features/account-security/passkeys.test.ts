import { contract, limits } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { failure } from '../../testing/failure.ts';
import type { TestPerson } from '../../testing/people.ts';
import { Authenticator } from '../../testing/sign-in/authenticator.ts';
import { firstStep, password, turnOn, withPassword } from '../../testing/sign-in/two-factor.ts';
import { testApp } from '../../testing/test-app.ts';

const { auth, passkeys } = contract;
const current = { current_password: password };

const app = await forThisFile(testApp());

async function addPasskey(who: TestPerson, device = new Authenticator(), proof: { code?: string } = {}) {
  const { options } = (await who.call(passkeys.options, { body: { ...current, ...proof } })).data;
  const { data } = await who.call(passkeys.create, { body: { name: 'Laptop', response: device.create(options) } });
  return { device, id: data.id };
}

const ask = async (token?: string) => (await app.as()(auth.passkeyOptions, { body: { token } })).data.options;
type Response = ReturnType<Authenticator['get']>;
const signIn = (response: Response, token?: string) => app.as()(auth.passkey, { body: { response, token } });

async function expectRefused(response: Response, token?: string): Promise<void> {
  const error = await failure(signIn(response, token));
  expect([error.status, error.code]).toEqual([401, 'invalid_credentials']);
}

describe('a passkey', () => {
  it('is registered, named, used to sign in without a password, and removed', async () => {
    const me = await withPassword(app);
    const { device, id } = await addPasskey(me);
    await me.call(passkeys.rename, { params: { id }, body: { name: 'Work laptop' } });
    const { data } = await signIn(device.get(await ask()));
    expect((await app.as({ Authorization: `Bearer ${data.auth.token}` })(auth.user)).data.id).toBe(me.id);
    const [listed] = (await me.call(passkeys.list)).data;
    expect(listed).toMatchObject({ id, name: 'Work laptop', synced: false, last_used_at: expect.any(String) });
    const wrong = await failure(
      me.call(passkeys.remove, { params: { id }, body: { current_password: 'not the password' } }),
    );
    expect(wrong.errors.current_password).toEqual(['This isn’t your current password']);
    await me.call(passkeys.remove, { params: { id }, body: current });
    await expectRefused(device.get(await ask()));
    await app.work();
    const subjects = (await app.mailsTo(me.email)).map(({ subject }) => subject);
    expect(subjects).toEqual([
      'A passkey was removed from your Sheaf account',
      'A passkey was added to your Sheaf account',
    ]);
  });

  it('counts as both factors: it signs in alone where two-factor authentication is on', async () => {
    const me = await withPassword(app);
    const { device } = await addPasskey(me);
    await turnOn(app, me);
    await signIn(device.get(await ask()));
  });

  it('is the second factor after the password, for its own person only', async () => {
    const [me, other] = [await withPassword(app), await withPassword(app)];
    const [{ device }, { device: foreign }] = [await addPasskey(me), await addPasskey(other)];
    await turnOn(app, me);
    const { token, passkey } = await firstStep(app, me.email);
    expect(passkey).toBe(true);
    const options = await ask(token);
    expect(options.allowCredentials).toEqual([{ id: device.id, transports: ['internal'], type: 'public-key' }]);
    await expectRefused(foreign.get(options), token);
    // A challenge made for one purpose can't be used for another.
    await expectRefused(device.get(options));
    await expectRefused(device.get(await ask()), token);
    await signIn(device.get(await ask(token)), token);
    await expectRefused(device.get(options), token);
  });

  it('needs a code besides the password while two-factor authentication is on', async () => {
    const me = await withPassword(app);
    const { recoveryCodes } = await turnOn(app, me);
    const refused = await failure(me.call(passkeys.options, { body: current }));
    expect(refused.errors.code).toEqual(['Enter a code from your authenticator app, or a recovery code']);
    const { id } = await addPasskey(me, new Authenticator(), { code: recoveryCodes[0]! });
    expect((await failure(me.call(passkeys.remove, { params: { id }, body: current }))).status).toBe(422);
    await me.call(passkeys.remove, { params: { id }, body: { ...current, code: recoveryCodes[1]! } });
  });
});

describe('an answer', () => {
  it('is refused a second time, and only one of two at once gets in', async () => {
    const { device } = await addPasskey(await withPassword(app));
    const response = device.get(await ask());
    const both = await Promise.allSettled([signIn(response), signIn(response)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expectRefused(response);
  });

  it('is refused from another origin, even with our name', async () => {
    const { device } = await addPasskey(await withPassword(app));
    for (const origin of ['https://evil.example', 'http://localhost:3001', 'https://localhost:3000'])
      await expectRefused(device.get(await ask(), { origin }));
    await expectRefused(
      Object.assign(new Authenticator('http://evil.example'), { id: device.id }).get(await ask(), {
        origin: 'http://localhost:3000',
      }),
    );
    await signIn(device.get(await ask()));
  });

  it('is refused for a challenge that has expired, was made up, or is signed by someone else', async () => {
    const { device } = await addPasskey(await withPassword(app));
    const late = await ask();
    await app.services.pool.query('update passkey_challenges set expires_at = now()');
    await expectRefused(device.get(late));
    await expectRefused(device.get({ challenge: Buffer.alloc(32).toString('base64url') }));
    const forger = Object.assign(new Authenticator(), { id: device.id, userHandle: device.userHandle });
    await expectRefused(forger.get(await ask()));
  });

  it('is refused when the device has not checked the person', async () => {
    const { device } = await addPasskey(await withPassword(app));
    await expectRefused(device.get(await ask(), { verified: false }));
  });

  it('is refused when its counter goes back, as that of a copy does', async () => {
    const { device } = await addPasskey(await withPassword(app));
    device.counter = 7;
    await signIn(device.get(await ask()));
    device.counter = 7;
    await expectRefused(device.get(await ask()));
    device.counter = 3;
    await expectRefused(device.get(await ask()));
    device.counter = 8;
    await signIn(device.get(await ask()));
  });

  it('is refused when it names another person', async () => {
    const [me, other] = [await withPassword(app), await withPassword(app)];
    const { device } = await addPasskey(me);
    device.userHandle = Buffer.from(other.id).toString('base64url');
    await expectRefused(device.get(await ask()));
  });
});

describe('a new passkey', () => {
  it('is refused from another origin, without a check of the person, for another’s challenge, and twice', async () => {
    const [me, other] = [await withPassword(app), await withPassword(app)];
    const options = async () => (await me.call(passkeys.options, { body: current })).data.options;
    const create = (who: TestPerson, response: ReturnType<Authenticator['create']>) =>
      who.call(passkeys.create, { body: { name: 'Laptop', response } });
    const device = new Authenticator();
    const refused = [
      async () => create(me, device.create(await options(), { origin: 'https://evil.example' })),
      async () => create(me, device.create(await options(), { verified: false })),
      async () => create(other, device.create(await options())),
    ];
    for (const attempt of refused) expect((await failure(attempt())).code).toBe('conflict');
    const answer = device.create(await options());
    await create(me, answer);
    expect((await failure(create(me, answer))).code).toBe('conflict');
    const again = await failure(create(me, device.create(await options())));
    expect(again.message).toBe('This passkey was added before.');
  });

  it(`is refused after ${limits.passkeysEach} of them`, async () => {
    const me = await withPassword(app);
    const { options } = (await me.call(passkeys.options, { body: current })).data;
    await app.services.pool.query(
      `insert into passkeys (id, user_id, name, credential_id, public_key, counter, transports, synced)
       select gen_random_uuid(), $1, 'One', gen_random_uuid()::text, '', 0, '{}', false from generate_series(1, $2)`,
      [me.id, limits.passkeysEach],
    );
    const body = { name: 'One more', response: new Authenticator().create(options) };
    expect((await failure(me.call(passkeys.create, { body }))).message).toMatch('You already have 20 passkeys');
    expect((await failure(me.call(passkeys.options, { body: current }))).code).toBe('conflict');
  });
});

it('can’t be added where people reach Sheaf by an IP address or without https', async () => {
  for (const [publicUrl, expected] of [
    ['http://192.0.2.1:3000', false],
    ['http://[::1]:3000', false],
    ['http://sheaf.example', false],
    ['https://192.0.2.1', false],
    ['https://sheaf.example', true],
    ['http://localhost:3000', true],
  ] as const) {
    const { hasPasskeys } = await import('../second-factors/index.ts');
    expect([publicUrl, hasPasskeys({ config: { ...app.services.config, publicUrl } })]).toEqual([publicUrl, expected]);
  }
});
