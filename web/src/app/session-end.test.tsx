import { auth, documents } from '@sheaf/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answers, refuses } from '../testing/fake-server.ts';
import { openApp } from '../testing/open-app.tsx';
import { button, fill, findToast } from '../testing/page.ts';
import { newWorkspace, person } from '../testing/workspace.ts';

const ended = { code: 'unauthenticated', message: 'Sign in to continue.' } as const;

it('goes to the sign-in page at the first refusal, with the reason, and returns to the same place', async () => {
  const { user, server, address, go } = openApp('/collections');
  await screen.findByRole('heading', { name: 'Collections', level: 1 });
  server.now(refuses(auth.user, ended), refuses(documents.list, ended));
  await act(() => go('/directory?sort=name'));
  await screen.findByText('Your session has ended. Sign in again to continue where you left off.');
  expect(address()).toBe('/login');
  expect(server.callsOf(auth.user)).toHaveLength(2);
  expect(screen.queryAllByRole('alert')).toEqual([]);

  server.now(...newWorkspace, answers(auth.login, { auth: { token: 't' }, user: person }));
  fill(screen.getByLabelText('Email'), person.email);
  fill(screen.getByLabelText('Password'), 'correct horse battery');
  await user.click(button('Sign in'));
  await waitFor(() => expect(address()).toMatch(/^\/directory\?(.*&)?sort=name/));
});

it('stays on the page and reports the refusal when the session is still valid', async () => {
  const { server, address, go } = openApp('/collections');
  await screen.findByRole('heading', { name: 'Collections', level: 1 });
  server.now(refuses(documents.list, { ...ended, message: 'Not today.' }));
  await act(() => go('/directory'));
  await findToast('Not today.');
  expect(address()).toMatch(/^\/directory/);
});
