import { notificationsStore } from '@mantine/notifications';
import { groups, invites, planLimits } from '@sheaf/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answers, refuses } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { button, fill } from '../../../testing/page.ts';
import { idOf, subscribed, workspaceInfo } from '../../../testing/workspace.ts';

it('removes an address’s error with the address', async () => {
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
  // The page shows the error, so there is no toast.
  expect(notificationsStore.getState().notifications).toEqual([]);
});

it('shows what a seat costs when inviting, and offers groups', async () => {
  const payment = {
    interval: 'month' as const,
    quantity: 1,
    period_end: '2030-01-01T00:00:00Z',
    cancel_at_period_end: false,
    grace_until: null,
    next_plan: null,
    address_required: false,
  };
  const { user, server } = openApp('/members', {
    server: [
      workspaceInfo({ subscription: subscribed({ plan: 'team', limits: planLimits.team, payment }) }),
      answers(groups.list, [
        { id: idOf(41), name: 'Everyone in the workspace', everyone: true, members: 1 },
        { id: idOf(42), name: 'Design', everyone: false, members: 0 },
      ]),
      answers(invites.create, []),
    ],
  });
  await user.click((await screen.findAllByRole('button', { name: 'Invite people' }))[0]!);
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite people' }));
  await dialog.findByText('Each person who joins adds $10 a month, starting with the next payment.');
  fill(dialog.getByLabelText('Email addresses'), 'new@example.com,');
  await user.click(await dialog.findByRole('combobox', { name: 'Groups (optional)' }));
  await user.click(await dialog.findByRole('option', { name: 'Design' }));
  expect(dialog.queryByRole('option', { name: /^Everyone/ })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Send invitations' }));
  await waitFor(() =>
    expect(server.callsOf(invites.create)).toMatchObject([
      { body: { emails: ['new@example.com'], group_ids: [idOf(42)] } },
    ]),
  );
});
