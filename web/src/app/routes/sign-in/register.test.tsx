import { auth } from '@sheaf/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answers, refuses } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { button, expectDescription, expectFocus, expectMessage, fill } from '../../../testing/page.ts';
import { newWorkspace, person } from '../../../testing/workspace.ts';

const PASSWORD = 'correct horse battery';

it('shows each field’s error when it loses focus', async () => {
  openApp('/register', { signedIn: false });
  await screen.findByLabelText('Name');
  await expectMessage('Name', '', 'This is required');
  await expectMessage('Name', 'Al', 'Name length must be more than 3');
  await expectMessage('Name', 'Ali', undefined);

  await expectMessage('Email', '', 'This is required');
  await expectMessage('Email', 'ali.example.com', 'Must be a valid email');
  await expectMessage('Email', 'ali@example.com', undefined);

  await expectMessage('Password', '', 'This is required');
  await expectMessage('Password', 'seven77', 'Too short');
  await expectMessage('Password', 'eight888', undefined);

  await expectMessage('Repeat password', '', 'This is required');
  await expectMessage('Repeat password', 'seven77', 'Too short');
  await expectMessage('Repeat password', 'eight889', "Don't match");
  await expectMessage('Repeat password', 'eight888', undefined);
});

it('shows missing and mismatched values when the form is sent, and sends nothing', async () => {
  const { user, server } = openApp('/register', { signedIn: false });
  await user.click(await screen.findByRole('button', { name: 'Create account' }));
  expect(await screen.findAllByText('This is required')).toHaveLength(4);
  await expectFocus(() => screen.getByLabelText('Name'));

  fill(screen.getByLabelText('Name'), 'Ada Lovelace');
  fill(screen.getByLabelText('Email'), 'ada@example.com');
  fill(screen.getByLabelText('Password'), PASSWORD);
  const confirmation = () => screen.getByLabelText('Repeat password');
  fill(confirmation(), `${PASSWORD}!`);
  await user.click(button('Create account'));
  await expectDescription(confirmation, "Don't match");
  await expectFocus(confirmation);
  expect(server.callsOf(auth.register)).toEqual([]);
});

it('shows a taken email under its field until the email is changed', async () => {
  const taken = { email: ['This email already has an account'] };
  const { user, server, address } = openApp('/register', {
    signedIn: false,
    server: [refuses(auth.register, { code: 'validation_failed', message: 'Check the form.', errors: taken })],
  });
  const email = () => screen.getByLabelText('Email');
  fill(await screen.findByLabelText('Name'), 'Ada Lovelace');
  fill(email(), 'taken@example.com');
  fill(screen.getByLabelText('Password'), PASSWORD);
  fill(screen.getByLabelText('Repeat password'), PASSWORD);
  await user.keyboard('{Enter}');

  await expectDescription(email, 'This email already has an account');
  expect(screen.queryByText('Check the form.'), 'a toast').toBeNull();
  await expectFocus(email);
  expect({ ...localStorage }).not.toHaveProperty('token');

  await expectMessage('Email', 'new@example.com', undefined);
  const unverified = { ...person, email_verified_at: null };
  const registered = answers(auth.register, { auth: { token: 't' }, user: unverified });
  server.now(...newWorkspace, answers(auth.user, unverified), registered);
  await user.click(button('Create account'));
  await waitFor(() => expect(address()).toBe('/verification'));
});
