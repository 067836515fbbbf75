import { auth } from '@sheaf/contract';
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answers } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import {
  button,
  codeField,
  expectDescription,
  expectFocus,
  expectMessage,
  firstDigit,
  typeCode,
} from '../../../testing/page.ts';

const NEW_PASSWORD = 'a new password';

it('shows errors when a field loses focus and when the form is sent', async () => {
  const server = [answers(auth.forgetPassword, { success: true })];
  const { user } = openApp('/forgot-password', { signedIn: false, server });
  await user.click(await screen.findByRole('button', { name: 'Send code' }));
  await expectDescription(() => screen.getByLabelText('Email'), 'This is required');
  await expectMessage('Email', 'nobody', 'Must be a valid email');
  await expectMessage('Email', 'nobody@example.com', undefined);
  await user.click(button('Send code'));

  await user.click(await screen.findByRole('button', { name: 'Set new password' }));
  expect(await screen.findAllByText('This is required')).toHaveLength(3);
  await expectFocus(firstDigit);

  await typeCode(user, '12345');
  act(() => screen.getByLabelText('New password').focus());
  await expectDescription(codeField, 'Length must be 6');
  await expectMessage('New password', '1234567', 'Too short');
  await expectMessage('New password', NEW_PASSWORD, undefined);
  await expectMessage('Repeat password', '1234567', 'Too short');
  await expectMessage('Repeat password', `${NEW_PASSWORD}!`, "Don't match");
  await expectMessage('Repeat password', NEW_PASSWORD, undefined);
});
