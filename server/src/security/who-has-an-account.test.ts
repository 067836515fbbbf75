import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { wideNetwork } from '../platform/limits/index.ts';
import { person, type TestPerson } from '../testing/people.ts';
import { testApp } from '../testing/test-app.ts';

/**
 * People with many accounts, or who invite many addresses, can’t learn without limit which addresses have an account.
 */

const { invites, user } = contract;

const app = await forThisFile(testApp({ trustProxy: 1 }));

const from = (ip: string, who?: TestPerson) => app.as({ ...who?.headers, 'x-forwarded-for': ip });
const status = (answer: Promise<unknown>): Promise<number> =>
  answer.then(
    () => 200,
    (error: { status: number }) => error.status,
  );

it('check-email answers a network sixty times an hour, whichever of its accounts asks', async () => {
  const people = await Promise.all([person(app), person(app), person(app)]);
  const asked = { body: { email: 'someone@example.com' } };
  const statuses: number[] = [];
  for (let n = 0; n < 62; n += 1)
    statuses.push(await status(from(`198.51.100.${n + 1}`, people[n % 3])(user.checkEmail, asked)));
  expect(statuses).toEqual([...Array(60).fill(200), 429, 429]);
  const elsewhere = from('198.51.101.1', people[0]);
  expect(await status(elsewhere(user.checkEmail, asked))).toBe(200);
});

it('a copied invitation tells a network sixty times an hour that its address has an account', async () => {
  const [owner, known] = [await person(app), await person(app)];
  const newcomer = 'newcomer@example.com';
  const body = { emails: [known.email, newcomer], role: 'member' as const };
  const created = (await owner.call(invites.create, { body })).data;
  const slugOf = (text: string) => /accept-member-invite\/(\S+)/.exec(text)![1]!;
  const copied = (email: string) => slugOf(created.find((invite) => invite.email === email)!.link);
  const validate = (slug: string, ip: string) => status(from(ip)(invites.validate, { body: { slug } }));
  const statuses: number[] = [];
  for (let n = 0; n < 61; n += 1) statuses.push(await validate(copied(known.email), `203.0.113.${n + 1}`));
  expect(statuses).toEqual([...Array(60).fill(200), 429]);
  // People who were invited and have no account, and people who read the mail, pass however many there are.
  await app.work();
  const mailed = slugOf((await app.mailsTo(known.email))[0]!.text);
  expect(await validate(copied(newcomer), '203.0.113.1')).toBe(200);
  expect(await validate(mailed, '203.0.113.1')).toBe(200);
  expect(await validate(copied(known.email), '203.0.114.1')).toBe(200);
});

it.each([
  ['198.51.100.7', '198.51.100'],
  ['::ffff:198.51.100.7', '198.51.100'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
])('the network of %s is %s', (ip, expected) => {
  expect(wideNetwork(ip)).toBe(expected);
});
