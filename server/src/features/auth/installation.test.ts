import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { person } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { installationOf } from './installation.ts';

const app = await forThisFile(testApp());

it('reports whether anyone has an account', async () => {
  const ask = async () => (await app.as()(contract.auth.installation)).data.has_users;
  expect(await ask()).toBe(false);
  await person(app);
  expect(await ask()).toBe(true);
});

it.each([
  [{ smtpUrl: 'smtp://mail.example.com', mailbox: false }, 'sent'],
  [{ smtpUrl: undefined, mailbox: true }, 'mailbox'],
  [{ smtpUrl: undefined, mailbox: false }, 'log'],
] as const)('says where email goes: %o', async (change, mail) => {
  const services = { ...app.services, config: { ...app.services.config, ...change } };
  expect(await installationOf(services)).toMatchObject({ mail });
});
