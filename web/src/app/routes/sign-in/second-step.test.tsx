import { auth, type SecondStep } from '@sheaf/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { answers, refuses } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { button, expectDescription, fill, typeCode } from '../../../testing/page.ts';
import { newWorkspace, person } from '../../../testing/workspace.ts';

const step = {
  two_factor_required: true as const,
  token: 'step',
  expires_at: '2026-01-01T00:10:00Z',
  app: true,
  passkey: false,
};
const wrong = { code: 'validation_failed' as const, errors: { code: ['This code is wrong or was already used.'] } };

/** Opens the app at the second step of signing in. */
async function enterPassword(...server: ReturnType<typeof answers>[]) {
  const app = await passwordEntered(step, ...server);
  await screen.findByRole('textbox', { name: 'Digit 1 of 6' });
  return app;
}

async function passwordEntered(answered: SecondStep, ...server: ReturnType<typeof answers>[]) {
  const app = openApp('/login', {
    signedIn: false,
    server: [...newWorkspace, answers(auth.login, answered), ...server],
  });
  fill(await screen.findByLabelText('Email'), person.email);
  fill(screen.getByLabelText('Password'), 'correct horse battery');
  await app.user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'Two-factor authentication' });
  return app;
}

it('asks for the code, rejects a wrong one, and signs in with the right one', async () => {
  const { user, server, address } = await enterPassword(refuses(auth.twoFactor, wrong));
  await typeCode(user, '111111');
  await screen.findByText('This code is wrong or was already used.');
  expect(localStorage.getItem('token')).toBeNull();

  server.now(answers(auth.twoFactor, { auth: { token: 't' }, user: person }));
  await user.click(button('Continue'));
  await waitFor(() => expect(address()).toMatch(/^\/directory/));
  expect(server.callsOf(auth.twoFactor).at(-1)!.body).toEqual({ token: 'step', code: '111111' });
});

it('takes a recovery code instead', async () => {
  const { user, server, address } = await enterPassword(refuses(auth.twoFactor, wrong));
  await user.click(button('Use a recovery code'));
  fill(screen.getByLabelText('Recovery code'), 'abcd-efgh-2345-6789');
  await user.click(button('Continue'));
  await expectDescription(() => screen.getByLabelText('Recovery code'), 'This code is wrong or was already used.');
  server.now(answers(auth.twoFactor, { auth: { token: 't' }, user: person }));
  fill(screen.getByLabelText('Recovery code'), 'abcd-efgh-2345-7777');
  await user.click(button('Continue'));
  await waitFor(() => expect(address()).toMatch(/^\/directory/));
});

it('asks for the password again when the sign-in has expired, with the reason', async () => {
  const message = 'This sign-in has expired. Enter your password again.';
  const { user } = await enterPassword(refuses(auth.twoFactor, { code: 'invalid_credentials', message }));
  await typeCode(user, '111111');
  await screen.findByRole('heading', { name: 'Sign in' });
  expect(screen.getAllByText(message)).toHaveLength(1);
});

it('shows how long to wait after too many codes', async () => {
  const message = 'Too many wrong codes. Wait a little and try again, or use a passkey.';
  const { user } = await enterPassword(refuses(auth.twoFactor, { code: 'rate_limited', message, retryAfter: 60 }));
  await typeCode(user, '111111');
  await expectDescription(() => button('Continue'), message);
  await user.click(button('Back to sign in'));
  await screen.findByLabelText('Password');
});

it('offers a passkey first without an authenticator app, and a recovery code in browsers without passkeys', async () => {
  const message = 'This passkey can’t be used to sign in.';
  const removePasskeys = () => void Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
  Object.assign(globalThis, { PublicKeyCredential: () => {} });
  onTestFinished(removePasskeys);
  const { user } = await passwordEntered(
    { ...step, app: false, passkey: true },
    refuses(auth.passkeyOptions, { code: 'invalid_credentials', message }),
  );
  await user.click(await screen.findByRole('button', { name: 'Use a passkey' }));
  await screen.findByText(message);
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(button('Use a recovery code'));
  await screen.findByLabelText('Recovery code');
  await user.click(button('Back to sign in'));
  removePasskeys();
  fill(await screen.findByLabelText('Email'), person.email);
  fill(screen.getByLabelText('Password'), 'correct horse battery');
  await user.click(button('Sign in'));
  await screen.findByLabelText('Recovery code');
  await screen.findByText(/This browser doesn’t support passkeys/);
});
