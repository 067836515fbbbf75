import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { auth, type Call, sources, twoFactor } from '@sheaf/contract';
import { startGoogle } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { retryingClient } from './cluster/testing/retrying-client.ts';
import { runCommandProcess } from './testing/processes/command.ts';
import { ownInstallation } from './testing/processes/own-installation.ts';
import { type RunningProgram, ready } from './testing/processes/program.ts';
import { reachClouds } from './testing/processes/worker-process.ts';
import { connectAccount } from './testing/sign-in/consent.ts';
import { codeOf } from './testing/sign-in/two-factor.ts';

/** An installation whose key is lost for good, run as operators run it, on a database of its own. */

const person = { email: 'ada@example.com', password: 'correct horse battery' };

const own = await forThisFile(ownInstallation('lost_key'));
const google = await forThisFile(startGoogle({ samples: false }));
const common = {
  ...reachClouds({ 'google-drive': google }),
  SHEAF_DATA_DIR: join(own.dir, 'data'),
  DATABASE_URL: own.url,
};

const run = (settings: Record<string, string>): Promise<RunningProgram> => own.run({ ...common, ...settings });

const stop = async ({ child, ended }: RunningProgram) => {
  child.kill('SIGTERM');
  await ended;
};
const rotate = (args: string[], settings: Record<string, string>) =>
  runCommandProcess('rotate-keys.ts', args, { ...common, ...settings }).ended;
const callOf = (url: string, token = ''): Call => retryingClient(url, { Authorization: `Bearer ${token}` });
const keyIds = async () => (await own.inside.query('select key_id from installation_key')).rows;

it('starts again with another key after rotate-keys --lost, and says what has to be set up again', async () => {
  const lost = { SHEAF_SECRET: 'the secret that nobody will find again' };
  const other = { SHEAF_SECRET: 'another secret that takes its place now' };
  const first = await run(lost);
  await ready(first);
  const body = { ...person, name: 'Ada', password_confirmation: person.password };
  const { token } = (await callOf(first.url)(auth.register, { body })).data.auth;
  await own.inside.query('update users set email_verified_at = now()');
  const call = callOf(first.url, token);
  const { id } = await connectAccount({ call }, 'google-drive', 'ada');
  const { secret } = (await call(twoFactor.begin, { body: { current_password: person.password } })).data;
  const { recovery_codes } = (await call(twoFactor.confirm, { body: { code: codeOf(secret) } })).data;
  await stop(first);

  // Only --lost makes it accept another key.
  const before = await keyIds();
  const refused = await run(other);
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain('run npm run rotate-keys -- --lost');
  expect((await rotate([], other)).code).toBe(1);
  expect(await keyIds()).toEqual(before);

  expect(await rotate(['--lost'], other)).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^Sheaf starts with the present key now\. .*reconnected: 1\. Authenticator apps that no longer work: 1\./,
    ),
    peakMemory: expect.any(Number),
  });
  expect(await keyIds()).not.toEqual(before);
  // A second run changes nothing.
  expect((await rotate(['--lost'], other)).code).toBe(0);

  const second = await run(other);
  await ready(second);
  // Sessions still work; the password is as before, and the second factor is a recovery code.
  const there = callOf(second.url, token);
  expect((await there(auth.user)).data.email).toBe(person.email);
  const { data: step } = await callOf(second.url)(auth.login, { body: person });
  if (!('two_factor_required' in step)) throw new Error('The password alone has signed in.');
  const code = recovery_codes[0]!;
  await callOf(second.url)(auth.twoFactor, { body: { token: step.token, code } });

  const account = async () => (await there(sources.accounts)).data.find((one) => one.id === id)!;
  await there(sources.syncNow, { params: { id } }).catch(() => {});
  await expect.poll(async () => (await account()).status, { timeout: 60_000 }).toBe('needs_reauth');
  await connectAccount({ call: there }, 'google-drive', 'ada', id);
  await expect.poll(async () => (await account()).status, { timeout: 60_000 }).toBe('connected');
  await stop(second);

  // A start with the lost key after all is refused in turn.
  const again = await run(lost);
  expect(await again.ended).toBe(1);
}, 600_000);

it('without any secret makes one in the data folder', async () => {
  const made = await rotate(['--lost'], {});
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining('Sheaf starts with the present key now.') });
  expect((await stat(join(common.SHEAF_DATA_DIR, 'secret'))).mode & 0o777).toBe(0o600);
  const program = await run({});
  await ready(program);
  await stop(program);
}, 300_000);
