import {
  documents,
  inviteRequests,
  type Notification,
  notifications,
  type PendingShare,
  pendingShares,
  sharing,
} from '@sheaf/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { plan, planDetails } from '../../../testing/documents.ts';
import { answers, refuses } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { button, fill, findToast } from '../../../testing/page.ts';
import { idOf, workspaceInfo } from '../../../testing/workspace.ts';

async function openDialog(server: ReturnType<typeof answers>[]) {
  const app = openApp('/directory', {
    server: [answers(documents.list, [plan]), answers(sharing.members, []), answers(sharing.others, []), ...server],
  });
  await app.user.click(await screen.findByLabelText('Select all on this page'));
  await app.user.click(button('Share', await screen.findByRole('toolbar', { name: 'Selection' })));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share "plan.txt"' }));
  const search = await dialog.findByPlaceholderText('Type to search');
  return { ...app, dialog, search };
}

it('invites an address that no member has, with the chosen access', async () => {
  const { user, server, dialog, search } = await openDialog([
    answers(pendingShares.create, [{ email: 'zoe@example.com', result: 'invited' }]),
  ]);
  fill(search, 'Zoe@example.com');
  await dialog.findByRole('option', { name: /^Invite zoe@example\.com/ });
  await user.keyboard('{Enter}');
  const chosen = within(dialog.getByRole('list', { name: 'Chosen members' }));
  chosen.getByText('Will be invited as a guest');
  await user.selectOptions(dialog.getByLabelText('Access of the chosen members'), 'Can edit');
  await user.click(dialog.getByRole('button', { name: 'Invite and share' }));
  await findToast('Invitation sent to zoe@example.com');
  expect(server.callsOf(pendingShares.create)[0]?.body).toEqual({
    emails: ['zoe@example.com'],
    inviting_ids: [],
    document_ids: [plan.id],
    permission: 'edit',
  });
});

it('explains asking for an invitation to roles that can’t invite', async () => {
  const { user, dialog, search } = await openDialog([
    workspaceInfo({ role: 'member' }),
    answers(pendingShares.create, [{ email: 'zoe@example.com', result: 'requested' }]),
  ]);
  fill(search, 'zoe@example.com');
  await user.click(await dialog.findByRole('option', { name: /^Ask an admin to invite zoe@example\.com/ }));
  await user.click(dialog.getByRole('button', { name: 'Ask to invite' }));
  await findToast('Asked owners and admins to invite zoe@example.com');
});

it('takes several addresses, and reports those that don’t fit', async () => {
  const full = 'Your plan allows 10 members.';
  const { user, server, dialog, search } = await openDialog([
    refuses(pendingShares.create, { code: 'plan_limit', message: full }),
  ]);
  fill(search, 'zoe@example.com, yan@example.com');
  for (const name of [/^Invite zoe/, /^Invite yan/]) await user.click(await dialog.findByRole('option', { name }));
  await user.click(dialog.getByRole('button', { name: 'Invite and share' }));
  const problem = within(await dialog.findByRole('alert'));
  problem.getByText('No seats left');
  expect(problem.getByRole('link', { name: 'See plan' }).getAttribute('href')).toMatch(/^\/plans/);
  expect(server.callsOf(pendingShares.create)[0]?.body).toMatchObject({
    emails: ['zoe@example.com', 'yan@example.com'],
  });
  await user.click(dialog.getByRole('button', { name: 'Don’t share with yan@example.com' }));
  await waitFor(() => expect(dialog.queryByRole('alert')).toBeNull());
});

const zoe: PendingShare = {
  id: idOf(61),
  email: 'zoe@example.com',
  state: 'invited',
  documents: 1,
  permission: 'view',
};

it('shows who has not joined yet, and removes them', async () => {
  const others: PendingShare[] = [
    { ...zoe, id: idOf(62), email: 'yan@example.com', state: 'expired' },
    { ...zoe, id: idOf(63), email: 'xia@example.com', state: 'declined' },
  ];
  const { user, server, dialog } = await openDialog([
    answers(pendingShares.list, [zoe, ...others]),
    answers(pendingShares.create, [{ email: 'yan@example.com', result: 'invited' }]),
    answers(pendingShares.remove, { success: true }),
  ]);
  await dialog.findByText('Invited, not joined yet');
  dialog.getByText('Not invited: an owner or admin declined');
  await user.click(dialog.getByRole('button', { name: 'Send the invitation to yan@example.com again' }));
  await user.selectOptions(dialog.getByLabelText('Access of zoe@example.com'), 'Can edit');
  await waitFor(() =>
    expect(server.callsOf(pendingShares.create).map(({ body }) => body)).toMatchObject([
      { emails: ['yan@example.com'], permission: 'view' },
      { emails: ['zoe@example.com'], permission: 'edit' },
    ]),
  );
  await user.click(dialog.getByRole('button', { name: 'Don’t share with zoe@example.com' }));
  await user.click(button('Delete', await screen.findByRole('dialog', { name: 'Remove access' })));
  await waitFor(() =>
    expect(server.callsOf(pendingShares.remove)[0]?.path).toContain(`/user/share-by-email/${zoe.id}/${plan.id}`),
  );
});

it('lets an admin answer requests in the bell and above the invitations', async () => {
  const asked: Notification = {
    id: idOf(97),
    kind: 'invite_requested',
    title: 'Mia asks to invite zoe@example.com',
    message: null,
    request_id: idOf(96),
    path: '/members/invites',
    read: false,
    at: planDetails.created_at,
  };
  const mia = { id: idOf(95), name: 'Mia', email: 'mia@example.com', avatar: null };
  const { user, server } = openApp('/members/invites', {
    server: [
      answers(notifications.list, { notifications: [asked], unread: 1 }),
      answers(inviteRequests.list, [
        { id: idOf(98), email: 'yan@example.com', user: mia, documents: 2, document: 'a', created_at: asked.at },
      ]),
      answers(inviteRequests.approve, { success: true }),
      answers(inviteRequests.decline, { success: true }),
    ],
  });
  await screen.findByText('Mia wants to share 2 documents with them');
  await user.click(button('Decline: yan@example.com'));
  await waitFor(() => expect(server.callsOf(inviteRequests.decline)[0]?.path).toContain(idOf(98)));
  await user.click(await screen.findByRole('button', { name: /^Notifications/ }));
  await user.click(await screen.findByRole('button', { name: `Invite: ${asked.title}` }));
  await findToast('Invitation sent');
  expect(server.callsOf(inviteRequests.approve)[0]?.path).toContain(idOf(96));
});
