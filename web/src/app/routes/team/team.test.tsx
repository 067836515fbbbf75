import { invites } from '@sheaf/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refuses } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { button, fill } from '../../../testing/page.ts';

it('removes the error of a bad address with the address', async () => {
  const { user, server } = openApp('/members/invites');
  await user.click((await screen.findAllByRole('button', { name: 'Invite people' }))[0]!);
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite people' }));
  fill(dialog.getByLabelText('Email addresses'), 'fine@example.com, nonsense, nobody@,');
  await user.click(dialog.getByRole('button', { name: 'Send invitations' }));
  await dialog.findByText('nonsense: Must be a valid email');
  await user.click(dialog.getByRole('button', { name: 'Remove nonsense' }));
  await dialog.findByText('nobody@: Must be a valid email');
  await user.click(dialog.getByRole('button', { name: 'Remove nobody@' }));
  await waitFor(() => expect(dialog.queryByText(/Must be a valid email/)).toBeNull());
  expect(button('Remove fine@example.com')).toBeDefined();
  expect(server.callsOf(invites.create)).toEqual([]);
});

it.each([
  ['not_found', 'Invitation not found'],
  ['invitation_revoked', 'This invitation was revoked'],
  ['invitation_expired', 'This invitation has expired'],
  ['invitation_used', 'This invitation was already used'],
] as const)('says why an invitation can’t be used: %s', async (code, title) => {
  openApp('/accept-member-invite/nonsense', { signedIn: false, server: [refuses(invites.validate, { code })] });
  await screen.findByRole('heading', { name: title });
});
