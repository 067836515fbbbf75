import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { hashPassword } from '../features/auth/index.ts';
import { failure } from '../testing/failure.ts';
import { person, type TestPerson } from '../testing/people.ts';
import { signedIn } from '../testing/sign-in/two-factor.ts';
import { testApp } from '../testing/test-app.ts';

/** A stolen session does not give access to the account, and a stolen session with the password not for good. */

const { auth, user } = contract;
const password = 'correct horse';

const app = await forThisFile(testApp());

let serial = 0;
const freshAddress = () => {
  serial += 1;
  return `address${serial}@example.com`;
};

async function somebody(): Promise<TestPerson> {
  const one = await person(app);
  const password_hash = await hashPassword(password);
  await app.services.db.updateTable('users').set({ password_hash }).where('id', '=', one.id).execute();
  return one;
}

const newestMail = async (to: string) => {
  await app.work();
  return (await app.mailsTo(to))[0]!.text;
};
const codeIn = (text: string) => /^\s*(\d{6})\s*$/m.exec(text)![1]!;
const tokenIn = (text: string) => /\/revert-email\/([\w-]+)/.exec(text)![1]!;

/** Returns the link that was mailed to the old address. */
async function changeAddress(who: TestPerson, from: string, to: string): Promise<string> {
  await who.call(user.changeEmail, { body: { new_email: to, current_password: password } });
  await who.call(user.confirmEmail, { body: { code: codeIn(await newestMail(to)) } });
  return tokenIn(await newestMail(from));
}

const signsIn = (email: string, given = password) => app.as()(auth.login, { body: { email, password: given } });
const revert = (token: string) => app.as()(user.revertEmail, { body: { token } });

it('an address changes with the current password only, which cannot be guessed through it', async () => {
  const me = await somebody();
  const to = freshAddress();
  const statuses = [];
  for (let i = 0; i < 12; i += 1) {
    const body = { new_email: to, current_password: `guess ${i} guess` };
    const error = await failure(me.call(user.changeEmail, { body }));
    statuses.push(error.status);
    if (error.status === 422) expect(error.errors.current_password).toEqual(['This isn’t your current password']);
  }
  expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
  await app.work();
  expect(await app.mailsTo(to)).toEqual([]);
});

it('a change ends every other session', async () => {
  const me = await somebody();
  const data = signedIn((await signsIn(me.email)).data);
  const elsewhere = app.as({ Authorization: `Bearer ${data.auth.token}` });
  await changeAddress(me, me.email, freshAddress());
  expect((await failure(elsewhere(auth.user))).status).toBe(401);
  await me.call(auth.user);
});

it('the owner of the old address undoes a change and then chooses a new password', async () => {
  const me = await somebody();
  const stolen = freshAddress();
  const token = await changeAddress(me, me.email, stolen);
  expect((await revert(token)).data).toEqual({ email: me.email });
  // The thief no longer has the session or the password.
  expect((await failure(me.call(auth.user))).status).toBe(401);
  expect((await failure(signsIn(me.email))).status).toBe(401);
  expect((await failure(signsIn(stolen))).status).toBe(401);
  await app.work();
  const mails = await app.mailsTo(me.email);
  const code = codeIn(mails.find(({ subject }) => subject.includes('reset code'))!.text);
  const body = { email: me.email, code, password: 'a new password', password_confirmation: 'a new password' };
  await app.as()(auth.resetPassword, { body });
  await signsIn(me.email, 'a new password');
  expect((await failure(revert(token))).code).toBe('conflict');
});

it('undoing a change removes two-factor authentication and passkeys of the thief, and keeps older ones', async () => {
  const [me, careful] = [await somebody(), await somebody()];
  const { pool } = app.services;
  const addPasskey = (who: TestPerson, age: string) =>
    pool.query(
      `insert into passkeys (id, user_id, name, credential_id, public_key, counter, transports, synced, created_at)
       values (gen_random_uuid(), $1, 'One', gen_random_uuid()::text, '', 0, '{}', false, now() - $2::interval)`,
      [who.id, age],
    );
  const addApp = (who: TestPerson, age: string) =>
    pool.query(`insert into two_factor (user_id, secrets, confirmed_at) values ($1, '', now() - $2::interval)`, [
      who.id,
      age,
    ]);
  const factorsOf = async ({ id }: TestPerson) => {
    const { rows } = await pool.query(
      `select (select count(*)::int from two_factor where user_id = $1) as apps,
        (select count(*)::int from passkeys where user_id = $1) as passkeys`,
      [id],
    );
    return rows[0];
  };
  await addApp(me, '1 day');
  await addPasskey(me, '1 day');
  await addApp(careful, '30 days');
  await addPasskey(careful, '30 days');
  await addPasskey(careful, '0 days');
  for (const who of [me, careful]) await revert(await changeAddress(who, who.email, freshAddress()));
  expect(await factorsOf(me)).toEqual({ apps: 0, passkeys: 0 });
  expect(await factorsOf(careful)).toEqual({ apps: 1, passkeys: 1 });
});

it('undoing works even if the thief changes the address again, and the thief’s own link does not', async () => {
  const me = await somebody();
  const [first, second] = [freshAddress(), freshAddress()];
  const mine = await changeAddress(me, me.email, first);
  await app.services.db.deleteFrom('codes').execute();
  const theirs = await changeAddress(me, first, second);
  await revert(mine);
  expect((await failure(revert(theirs))).code).toBe('conflict');
  const { rows } = await app.services.pool.query('select email from users where id = $1', [me.id]);
  expect(rows[0].email).toBe(me.email);
});

it('nobody else gets the old address while the change can be undone', async () => {
  const [me, thief] = [await somebody(), await somebody()];
  const token = await changeAddress(me, me.email, freshAddress());
  const registration = { name: 'Mallory', email: me.email, password, password_confirmation: password };
  const refused = await failure(app.as()(auth.register, { body: registration }));
  expect(refused.errors.email).toEqual(['This email already has an account']);
  expect((await thief.call(user.checkEmail, { body: { email: me.email } })).data.available).toBe(false);
  const body = { new_email: me.email, current_password: password };
  expect((await failure(thief.call(user.changeEmail, { body }))).status).toBe(422);
  await expect(
    app.services.db.updateTable('users').set({ email: me.email }).where('id', '=', thief.id).execute(),
  ).rejects.toMatchObject({ code: '23505' });
  await revert(token);
});

it('a link is worthless after seven days, tampered with, or made up', async () => {
  const me = await somebody();
  const token = await changeAddress(me, me.email, freshAddress());
  await app.services.pool.query('update email_changes set expires_at = now() where user_id = $1', [me.id]);
  for (const given of [token, `${token}x`, 'shf_made-up']) {
    const error = await failure(revert(given));
    expect([error.status, error.message]).toEqual([409, 'This link has expired or was already used.']);
  }
  await me.call(auth.user);
});
