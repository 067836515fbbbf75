import { documents, type SharedMember, sharing } from '@sheaf/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { plan, planDetails } from '../../../testing/documents.ts';
import { answers } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { button, expectFocus, fill } from '../../../testing/page.ts';
import { idOf } from '../../../testing/workspace.ts';

it('leads from the share dialog to an invitation when no one is found', async () => {
  const { user, server, address } = openApp('/directory', {
    server: [answers(documents.list, [plan]), answers(sharing.members, []), answers(sharing.others, [])],
  });
  await user.click(await screen.findByLabelText('Select all on this page'));
  await user.click(button('Share', await screen.findByRole('toolbar', { name: 'Selection' })));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share "plan.txt"' }));
  fill(await dialog.findByPlaceholderText('Type to search'), 'nobody');
  // The list is empty before that, too.
  await waitFor(() => expect(server.callsOf(sharing.others).at(-1)?.path).toContain('search=nobody'));
  await dialog.findByText(/^No members found\./);
  await user.click(dialog.getByRole('link', { name: 'Invite people' }));
  await waitFor(() => expect(address()).toBe('/members/invites'));
});

it('returns the focus when it closes, even the first time', async () => {
  const { user } = openApp('/directory', {
    server: [answers(documents.list, [plan]), answers(sharing.members, []), answers(sharing.others, [])],
  });
  await user.click(await screen.findByLabelText('Select all on this page'));
  const share = button('Share', await screen.findByRole('toolbar', { name: 'Selection' }));
  await user.click(share);
  await user.click(button('Close', await screen.findByRole('dialog', { name: 'Share "plan.txt"' })));
  await expectFocus(() => share);
});

it('opens above the preview, even after sharing from the list', async () => {
  const { user, go } = openApp('/directory', {
    server: [
      answers(documents.list, [plan]),
      answers(documents.get, planDetails),
      answers(documents.sources, []),
      answers(documents.open, { success: true }),
      answers(sharing.members, []),
      answers(sharing.others, []),
    ],
  });
  const share = () => screen.findByRole('dialog', { name: 'Share "plan.txt"' });
  await user.click(await screen.findByLabelText('Select all on this page'));
  await user.click(button('Share', await screen.findByRole('toolbar', { name: 'Selection' })));
  await user.click(button('Close', await share()));
  await go(`/directory?preview=${plan.id}`);
  const preview = await screen.findByRole('dialog', { name: 'plan.txt' });
  await user.click(await within(preview).findByRole('button', { name: 'Share' }));
  expect(zIndexOf(await share())).toBeGreaterThan(zIndexOf(preview));
});

const zIndexOf = (dialog: HTMLElement): number =>
  Number(dialog.closest<HTMLElement>('[style*="--mb-z-index"]')!.style.getPropertyValue('--mb-z-index'));

it('lets several people be chosen in a row, and shows that only the owner has access in Sheaf', async () => {
  const others = ['Kim', 'Lee'].map((name, index) => ({
    kind: 'user' as const,
    id: idOf(31 + index),
    name,
    email: `${name.toLowerCase()}@example.com`,
    avatar: null,
    members: null,
  }));
  const { user, server } = openApp('/directory', {
    server: [
      answers(documents.list, [plan]),
      answers(sharing.members, []),
      answers(sharing.others, others),
      answers(sharing.share, { success: true }),
    ],
  });
  await user.click(await screen.findByLabelText('Select all on this page'));
  await user.click(button('Share', await screen.findByRole('toolbar', { name: 'Selection' })));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share "plan.txt"' }));
  await dialog.findByText('Only you have access in Sheaf.');
  await user.click(await dialog.findByPlaceholderText('Type to search'));
  await user.click(await dialog.findByRole('option', { name: /^Kim/ }));
  await user.click(dialog.getByRole('option', { name: /^Lee/ }));
  const chosen = within(dialog.getByRole('list', { name: 'Chosen members' }));
  expect(chosen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('kim@example.com'),
    expect.stringContaining('lee@example.com'),
  ]);
  // Chosen by mistake and removed in the same list.
  await user.click(dialog.getByRole('option', { name: /^Kim/ }));
  await user.selectOptions(dialog.getByLabelText('Access of the chosen members'), 'Can edit');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.callsOf(sharing.share)[0]?.body).toMatchObject({ inviting_ids: [idOf(32)] }));
  expect(server.callsOf(sharing.share)[0]?.body).toMatchObject({ permission: 'edit' });
});

const kim: SharedMember = {
  kind: 'user',
  id: idOf(31),
  name: 'Kim',
  email: 'kim@example.com',
  avatar: null,
  members: null,
  documents: 1,
  permission: 'view',
  via: null,
  group: null,
  progress: null,
};

it('changes someone’s access at once, except access through a folder or group', async () => {
  const lee = { ...kim, id: idOf(32), name: 'Lee', permission: 'edit' as const, via: { id: idOf(40), name: 'Plans' } };
  const { user, server } = openApp('/directory', {
    server: [
      answers(documents.list, [plan]),
      answers(sharing.members, [kim, lee]),
      answers(sharing.others, []),
      answers(sharing.share, { success: true }),
    ],
  });
  await user.click(await screen.findByLabelText('Select all on this page'));
  await user.click(button('Share', await screen.findByRole('toolbar', { name: 'Selection' })));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share "plan.txt"' }));
  await user.selectOptions(await dialog.findByLabelText('Access of Kim'), 'Can edit');
  await waitFor(() =>
    expect(server.callsOf(sharing.share)[0]?.body).toEqual({
      inviting_ids: [kim.id],
      document_ids: [plan.id],
      permission: 'edit',
    }),
  );
  expect(dialog.queryByLabelText('Access of Lee')).toBeNull();
  dialog.getByText('Can edit · Through folder “Plans”');
});

it('offers the allowed actions for an editable file of someone else', async () => {
  const shared = { ...plan, own: false };
  const root = { ...shared, id: idOf(50), name: 'root.txt', cannot: { ...plan.cannot, delete: 'Only its owner can.' } };
  const { user } = openApp('/directory', { server: [answers(documents.list, [shared, root])] });
  await user.click(await screen.findByLabelText('Select all on this page'));
  const remove = await screen.findByRole<HTMLButtonElement>('button', { name: 'Delete 1 of 2' });
  expect([remove.disabled, remove.title]).toEqual([false, '1 left out: Only its owner can.']);
});

it('offers no changes to a view-only file', async () => {
  const shared = { ...plan, own: false, permission: 'view' as const };
  const { user } = openApp('/directory', { server: [answers(documents.list, [shared])] });
  await user.click(await screen.findByLabelText('Select all on this page'));
  const bar = within(await screen.findByRole('toolbar', { name: 'Selection' }));
  expect(bar.queryByRole('button', { name: /^(Delete|Move|Cut)/ })).toBeNull();
});
