import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { failure } from '../../testing/failure.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { signedIn } from '../../testing/sign-in/two-factor.ts';
import { testApp } from '../../testing/test-app.ts';
import { hashPassword } from '../auth/index.ts';

const app = await forThisFile(testApp());

const { auth, user } = contract;
const password = 'correct horse';

async function picture(format: 'png' | 'jpeg' = 'png'): Promise<Blob> {
  const blank = sharp({ create: { width: 300, height: 200, channels: 3, background: '#0f766e' } });
  const bytes = await blank.toFormat(format).toBuffer();
  return new Blob([new Uint8Array(bytes)], { type: `image/${format}` });
}

async function codeFor(email: string): Promise<string> {
  await app.work();
  return /^\s*(\d{6})\s*$/m.exec((await app.mailsTo(email))[0]!.text)![1]!;
}

async function withPassword(password: string): Promise<TestPerson> {
  const me = await person(app);
  await app.services.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', me.id)
    .execute();
  return me;
}

describe('profile', () => {
  it('changes the name and keeps the picture', async () => {
    const me = await person(app);
    const { avatar } = (await me.call(user.setAvatar, { picture: await picture() })).data;
    expect(avatar).toMatch(/^\/images\/[0-9a-f-]{36}\.webp$/);
    expect((await me.call(user.update, { body: { name: 'Grace B. Hopper 🚢' } })).data).toMatchObject({
      name: 'Grace B. Hopper 🚢',
      avatar,
    });
    expect((await me.call(auth.user)).data.avatar).toBe(avatar);
  });

  it('serves the picture as a square, and deletes a replaced one', async () => {
    const me = await person(app);
    const first = (await me.call(user.setAvatar, { picture: await picture() })).data.avatar!;
    const served = await app.app.inject(first);
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ width: 256, height: 256, format: 'webp' });
    const second = (await me.call(user.setAvatar, { picture: await picture('jpeg') })).data.avatar!;
    await app.work();
    expect((await app.app.inject(first)).statusCode).toBe(404);
    expect((await app.app.inject(second)).statusCode).toBe(200);
    expect((await me.call(user.removeAvatar)).data.avatar).toBeNull();
    await app.work();
    expect((await app.app.inject(second)).statusCode).toBe(404);
  });

  it('rejects files that are no picture and changes nothing', async () => {
    const me = await person(app);
    const before = (await me.call(auth.user)).data;
    const fake = new Blob(['<svg onload="alert(1)"/>'], { type: 'image/png' });
    const error = await failure(me.call(user.setAvatar, { picture: fake }));
    expect([error.status, error.errors.picture?.length]).toEqual([422, 1]);
    expect((await me.call(auth.user)).data).toEqual(before);
  });
});

describe('password', () => {
  const change = (current_password: string) => ({
    body: { current_password, password: 'brand new one', password_confirmation: 'brand new one' },
  });

  it('ends the other sessions when changed, but not this one', async () => {
    const me = await withPassword('the old one');
    const { data } = await app.as()(auth.login, { body: { email: me.email, password: 'the old one' } });
    const elsewhere = app.as({ Authorization: `Bearer ${signedIn(data).auth.token}` });
    await me.call(user.updatePassword, change('the old one'));
    expect((await failure(elsewhere(auth.user))).status).toBe(401);
    await me.call(auth.user);
    await app.as()(auth.login, { body: { email: me.email, password: 'brand new one' } });
  });

  it('needs the current one to be changed', async () => {
    const me = await withPassword('the old one');
    const error = await failure(me.call(user.updatePassword, change('a wrong one')));
    expect([error.status, error.errors]).toEqual([422, { current_password: ['This isn’t your current password'] }]);
  });
});

describe('the email address', () => {
  it('changes with the code sent to the new one, and the old one gets an email', async () => {
    const me = await withPassword(password);
    await me.call(user.changeEmail, { body: { new_email: 'New@Example.com', current_password: password } });
    const code = await codeFor('new@example.com');
    expect((await me.call(user.confirmEmail, { body: { code } })).data.email).toBe('new@example.com');
    await app.work();
    expect((await app.mailsTo(me.email))[0]!.subject).toBe('Your Sheaf email was changed');
    expect((await failure(me.call(user.confirmEmail, { body: { code } }))).status).toBe(422);
  });

  it('can’t be the person’s own or one in use, when requested or when confirmed', async () => {
    const [me, other] = [await withPassword(password), await person(app)];
    expect((await me.call(user.checkEmail, { body: { email: other.email } })).data.available).toBe(false);
    const change = (new_email: string) =>
      failure(me.call(user.changeEmail, { body: { new_email, current_password: password } }));
    expect((await change(other.email)).errors.new_email).toEqual(['This email already has an account']);
    expect((await change(me.email)).errors.new_email).toEqual(['This is already your email']);
    expect((await me.call(user.checkEmail, { body: { email: 'wanted@example.com' } })).data.available).toBe(true);
    await me.call(user.changeEmail, { body: { new_email: 'wanted@example.com', current_password: password } });
    const code = await codeFor('wanted@example.com');
    await app.services.db
      .updateTable('users')
      .set({ email: 'wanted@example.com' })
      .where('id', '=', other.id)
      .execute();
    expect((await failure(me.call(user.confirmEmail, { body: { code } }))).status).toBe(422);
    expect((await me.call(auth.user)).data.email).toBe(me.email);
  });
});

it('makes reset codes for the old address useless once changed', async () => {
  const me = await withPassword(password);
  await app.as()(auth.forgetPassword, { body: { email: me.email } });
  const resetCode = await codeFor(me.email);
  await me.call(user.changeEmail, { body: { new_email: 'moved@example.com', current_password: password } });
  await me.call(user.confirmEmail, { body: { code: await codeFor('moved@example.com') } });
  const body = {
    email: 'moved@example.com',
    code: resetCode,
    password: 'a new password',
    password_confirmation: 'a new password',
  };
  expect((await failure(app.as()(auth.resetPassword, { body }))).status).toBe(422);
});

describe('sessions', () => {
  it('are listed, and ended one by one or all but this one', async () => {
    const me = await person(app);
    const twin = async () => {
      const { newToken, tokenHash } = await import('../../platform/secrets/keys.ts');
      const { newId } = await import('../../platform/uuid.ts');
      const token = newToken();
      const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
      const row = {
        id: newId(),
        user_id: me.id,
        token_hash: tokenHash(token),
        user_agent: agent,
        ip: '::1',
        expires_at: new Date(Date.now() + 3_600_000),
      };
      await app.services.db.insertInto('sessions').values(row).execute();
      return app.as({ Authorization: `Bearer ${token}` });
    };
    const [first, second] = [await twin(), await twin()];
    const listed = (await me.call(user.sessions)).data;
    expect(listed).toHaveLength(3);
    expect(listed.filter(({ current }) => current)).toHaveLength(1);
    const foreign = (await first(user.sessions)).data.find(({ current }) => current)!;
    expect(foreign.device).toBe('Firefox on Linux');
    await me.call(user.endSession, { params: { id: foreign.id } });
    expect((await failure(first(auth.user))).status).toBe(401);
    await me.call(user.endOtherSessions);
    expect((await failure(second(auth.user))).status).toBe(401);
    expect((await me.call(user.sessions)).data).toHaveLength(1);
  });

  it('look like unknown ones if they belong to another person', async () => {
    const [me, other] = [await person(app), await person(app)];
    const theirs = (await other.call(user.sessions)).data[0]!;
    const real = await failure(me.call(user.endSession, { params: { id: theirs.id } }));
    const madeUp = await failure(me.call(user.endSession, { params: { id: '00000000-0000-7000-8000-000000000000' } }));
    expect([real.status, real.message]).toEqual([madeUp.status, madeUp.message]);
    await other.call(auth.user);
  });
});
