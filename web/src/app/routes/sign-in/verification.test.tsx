import { auth } from '@sheaf/contract';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answers, refuses } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { button, codeField, expectDescription, findToast, typeCode } from '../../../testing/page.ts';
import { person } from '../../../testing/workspace.ts';

const unverified = answers(auth.user, { ...person, email_verified_at: null });
const wait = () => screen.queryByRole<HTMLButtonElement>('button', { name: /^Send again in \d\d? s$/ });

afterEach(() => {
  vi.useRealTimers();
});

it('shows an error for an incomplete code', async () => {
  const { user, server } = openApp('/verification', { server: [unverified] });
  await user.click(await screen.findByRole('button', { name: 'Verify' }));
  await expectDescription(codeField, 'This is required');
  await typeCode(user, '123');
  await user.click(button('Verify'));
  await expectDescription(codeField, 'Length must be 6');
  expect(server.callsOf(auth.verify)).toEqual([]);
});

it('fills all boxes with a pasted code, and sends it', async () => {
  const { user, server, address } = openApp('/verification', {
    server: [unverified, answers(auth.verify, { success: true })],
  });
  await user.click(await screen.findByRole('textbox', { name: 'Digit 1 of 6' }));
  server.now(answers(auth.user, person));
  await user.paste('123456');
  await waitFor(() => expect(address()).toBe('/directory'));
  expect(server.callsOf(auth.verify)).toMatchObject([{ body: { code: '123456' } }]);
});

it('sends another code after a minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user } = openApp('/verification', {
    server: [unverified, answers(auth.resendCode, { success: true })],
    stored: { date: new Date().toISOString() },
  });
  await waitFor(() => expect(wait()?.disabled).toBe(true));
  await vi.advanceTimersByTimeAsync(61_000);
  await waitFor(() => expect(wait()).toBeNull());
  await user.click(button('Send a new code'));
  await findToast('New code sent');
  await waitFor(() => expect(wait()?.disabled).toBe(true));
});

it('shows how long to wait when a code is requested too soon', async () => {
  const message = 'We just sent a code. You can ask for another in 42 seconds.';
  const { user } = openApp('/verification', {
    server: [unverified, refuses(auth.resendCode, { code: 'rate_limited', message, retryAfter: 42 })],
  });
  await user.click(await screen.findByRole('button', { name: 'Send a new code' }));
  await findToast(message);
  await waitFor(() => expect(wait()?.disabled).toBe(true));
  expect(wait()?.textContent).toMatch(/^Send again in 4[12] s$/);
});

it.each([
  ['sent', null],
  ['mailbox', 'This server doesn’t send email yet. Find the code in the test mailbox.'],
  ['log', 'This server doesn’t send email yet. Find the code in the server’s log, or ask your administrator.'],
] as const)('says where the code is: %s', async (mail, text) => {
  const { settled } = openApp('/verification', {
    server: [unverified, answers(auth.installation, { has_users: true, mail, passkeys: true })],
  });
  await screen.findByRole('button', { name: 'Verify' });
  await settled();
  expect(screen.queryByText(/doesn’t send email/)?.textContent ?? null).toBe(text);
  const link = screen.queryByRole('link', { name: 'test mailbox' });
  expect(link?.getAttribute('href') ?? null).toBe(mail === 'mailbox' ? '/dev/mailbox' : null);
});
