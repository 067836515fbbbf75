import { auth } from '@sheaf/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answers, refuses } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { button, expectDescription, expectFocus, expectMessage, fill } from '../../../testing/page.ts';
import { newWorkspace, person } from '../../../testing/workspace.ts';

it('shows errors when a field loses focus and when the form is sent', async () => {
  const { user, server } = openApp('/login', { signedIn: false });
  await user.click(await screen.findByRole('button', { name: 'Sign in' }));
  expect(await screen.findAllByText('This is required')).toHaveLength(2);
  await expectFocus(() => screen.getByLabelText('Email'));

  await expectMessage('Email', 'nobody@', 'Must be a valid email');
  await expectMessage('Email', 'nobody@example.com', undefined);
  await expectMessage('Password', '1234567', 'Too short');
  await expectMessage('Password', '', 'This is required');
  await expectMessage('Password', '12345678', undefined);
  expect(server.callsOf(auth.login)).toEqual([]);
});

it('shows and hides the password', async () => {
  const { user } = openApp('/login', { signedIn: false });
  const password = await screen.findByLabelText('Password');
  expect(password.getAttribute('type')).toBe('password');
  await user.click(button('Show typed text'));
  expect(password.getAttribute('type')).toBe('text');
});

it('asks an unverified person for the code', async () => {
  const unverified = { ...person, email_verified_at: null };
  const signedIn = answers(auth.login, { auth: { token: 't' }, user: unverified });
  const server = [...newWorkspace, answers(auth.user, unverified), signedIn];
  const { user, address } = openApp('/login', { signedIn: false, server });
  fill(await screen.findByLabelText('Email'), person.email);
  fill(screen.getByLabelText('Password'), 'correct horse battery');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('/verification'));
});

it('links to the other sign-in pages, which link back', async () => {
  const { user, address } = openApp('/login', { signedIn: false });
  const follow = async (name: string, path: string) => {
    await user.click(await screen.findByRole('link', { name }));
    await waitFor(() => expect(address()).toBe(path));
  };
  await follow('Create an account', '/register');
  await follow('Sign in', '/login');
  await follow('Forgot your password?', '/forgot-password');
  await follow('Back to sign in', '/login');
});

it('shows a wrong password at the form only', async () => {
  const message = 'Wrong email or password.';
  const { user } = openApp('/login', {
    signedIn: false,
    server: [refuses(auth.login, { code: 'invalid_credentials', message })],
  });
  fill(await screen.findByLabelText('Email'), person.email);
  fill(screen.getByLabelText('Password'), 'not the password');
  await user.keyboard('{Enter}');
  await expectDescription(() => button('Sign in'), message);
  expect(screen.getAllByText(message)).toHaveLength(1);
});

it('opens sign-up on a server without accounts', async () => {
  const { address } = openApp('/', {
    signedIn: false,
    server: [answers(auth.installation, { has_users: false, mail: 'mailbox', passkeys: true })],
  });
  await screen.findByRole('heading', { name: 'Create your account' });
  expect(address()).toBe('/register');
});
