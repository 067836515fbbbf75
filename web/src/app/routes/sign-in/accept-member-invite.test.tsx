import { invites } from '@sheaf/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answers, refuses } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { idOf, person } from '../../../testing/workspace.ts';

const link = '/accept-member-invite/some-slug';

it.each([
  ['not_found', 'Invitation not found'],
  ['invitation_expired', 'This invitation has expired'],
  ['invitation_revoked', 'This invitation was revoked'],
] as const)('says on a page of its own why an invitation can’t be accepted: %s', async (code, title) => {
  const { user, address } = openApp(link, { server: [refuses(invites.validate, { code })] });
  await screen.findByRole('heading', { level: 1, name: title });
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Go to Directory' }));
  await screen.findByRole('heading', { level: 1, name: 'Directory' });
  await waitFor(() => expect(address()).toMatch(/^\/directory/));
});

it('shows whom an invitation to another email is for', async () => {
  const invitation = {
    organization: { id: idOf(9), name: 'Harbour' },
    email: 'other@example.com',
    inviter: { name: 'Kim' },
    role: 'member' as const,
    has_account: true,
  };
  openApp(link, { server: [answers(invites.validate, invitation)] });
  await screen.findByRole('heading', { level: 1, name: 'This invitation is for another email' });
  expect(screen.getByRole('main').textContent).toContain(person.email);
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy();
});
