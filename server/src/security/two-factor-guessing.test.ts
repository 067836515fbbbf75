import { contract, limits } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { failure } from '../testing/failure.ts';
import { codeOf, firstStep, password, turnOn, withPassword } from '../testing/sign-in/two-factor.ts';
import { testApp } from '../testing/test-app.ts';

/** An attacker with the password of somebody else, or their session, guesses the second factor. */

const { auth, passkeys, twoFactor } = contract;

const app = await forThisFile(testApp());

async function victim() {
  const who = await withPassword(app);
  return { who, ...(await turnOn(app, who)) };
}

/** Never the right code. */
const wrongFor = (secret: string) => (codeOf(secret).startsWith('0') ? '999999' : '000000');

const guess = (token: string, code: string, cookie?: string) =>
  app.request({
    method: 'POST',
    url: `/api${auth.twoFactor.path}`,
    headers: cookie ? { cookie } : {},
    payload: { token, code },
  });

const hourLater = () =>
  app.services.pool.query(
    `update throttles set resets_at = now() where key like 'second-factor %' and key not like '% day'`,
  );

/** Guesses as often as possible for seven hours, with a new token whenever the last is used up. */
async function guessForHours(email: string, codes: readonly string[]): Promise<number> {
  let looked = 0;
  for (let hour = 0; hour < 7; hour += 1) {
    for (let refused = false; !refused; ) {
      const { token } = await firstStep(app, email);
      for (let at = 0; at < limits.secondStepTries && !refused; at += 1) {
        const { status } = await guess(token, codes[looked % codes.length]!);
        refused = status === 429;
        if (!refused) looked += 1;
      }
    }
    await hourLater();
  }
  return looked;
}

it('a token takes five codes; after that the password is needed again', async () => {
  const { who, secret, recoveryCodes } = await victim();
  const { token } = await firstStep(app, who.email);
  const statuses = [];
  for (let at = 0; at < 7; at += 1) statuses.push((await guess(token, wrongFor(secret))).status);
  expect(statuses).toEqual([422, 422, 422, 422, 422, 401, 401]);
  expect((await guess(token, recoveryCodes[0]!)).status, 'the right one comes too late').toBe(401);
});

it('simultaneous guesses are limited to five as well', async () => {
  const { who, secret } = await victim();
  const { token } = await firstStep(app, who.email);
  const answers = await Promise.all(Array.from({ length: 20 }, () => guess(token, wrongFor(secret))));
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(15);
});

it('checks ten codes an hour and fifty a day, recovery codes included, and tells the person', async () => {
  const { who, secret } = await victim();
  expect(await guessForHours(who.email, [wrongFor(secret), 'abcd-efgh-jkmn-pqrs'])).toBe(50);
  await app.work();
  const told = (await app.mailsTo(who.email)).filter(({ subject }) => subject.includes('entered wrong codes'));
  expect(told).toHaveLength(5);
});

it('guesses of others do not delay a browser that signed in before', async () => {
  const { who, secret, recoveryCodes } = await victim();
  const { token } = await firstStep(app, who.email);
  const answer = await guess(token, recoveryCodes[0]!);
  const cookie = String(answer.headers['set-cookie']).split(';')[0]!;
  for (let at = 0; at < 3; at += 1) {
    const step = await firstStep(app, who.email);
    for (let tries = 0; tries < 5; tries += 1) await guess(step.token, wrongFor(secret));
  }
  const step = await firstStep(app, who.email);
  expect((await guess(step.token, recoveryCodes[1]!)).status).toBe(429);
  expect((await guess(step.token, recoveryCodes[1]!, cookie)).status).toBe(200);
});

it('a stolen session turns nothing off: not without the password, not with it, and not by guessing', async () => {
  const { who, secret } = await victim();
  const withoutCode = { current_password: password };
  const bodies = [
    { current_password: 'not the password', code: wrongFor(secret) },
    { current_password: password, code: wrongFor(secret) },
  ];
  for (const body of bodies) {
    expect((await failure(who.call(twoFactor.disable, { body }))).status).toBe(422);
    expect((await failure(who.call(twoFactor.renewCodes, { body }))).status).toBe(422);
  }
  // A passkey of the thief would be a second factor.
  expect((await failure(who.call(passkeys.options, { body: withoutCode }))).status).toBe(422);
  const again = await failure(who.call(twoFactor.begin, { body: withoutCode }));
  expect(again.code).toBe('conflict');
  const statuses = [];
  for (let at = 0; at < 10; at += 1)
    statuses.push((await failure(who.call(twoFactor.disable, { body: bodies[1]! }))).status);
  expect(statuses).toEqual([...Array(8).fill(422), 429, 429]);
  expect((await who.call(twoFactor.get)).data.enabled).toBe(true);
  // The owner can still sign in.
  const { token } = await firstStep(app, who.email);
  expect((await guess(token, wrongFor(secret))).status).toBe(422);
});
