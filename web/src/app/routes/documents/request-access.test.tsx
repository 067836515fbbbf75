import { accessRequests, documents, type Notification, notifications, sharing, trash } from '@sheaf/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { plan, planDetails } from '../../../testing/documents.ts';
import { answers, refuses } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { button, fill } from '../../../testing/page.ts';
import { idOf } from '../../../testing/workspace.ts';

it.each([
  ['document', `/directory?preview=${idOf(90)}`],
  ['folder', `/directory?in=${idOf(90)}`],
])('asks for access to a %s that can’t be seen', async (_, address) => {
  const { user, server } = openApp(address, {
    server: [
      answers(documents.list, []),
      refuses(documents.get, { code: 'not_found' }),
      refuses(documents.open, { code: 'not_found' }),
      answers(documents.sources, []),
      answers(accessRequests.ask, { success: true }),
      refuses(trash.find, { code: 'not_found' }),
    ],
  });
  await screen.findByText('You don’t have access');
  fill(screen.getByLabelText('Message (optional)'), ' For the budget ');
  await user.click(button('Request access'));
  await screen.findByText('Request sent');
  expect(server.callsOf(accessRequests.ask).map(({ path, body }) => [path, body])).toEqual([
    [expect.stringContaining(`/documents/${idOf(90)}/request-access`), { message: 'For the budget' }],
  ]);
});

const at = { at: planDetails.created_at, until: planDetails.created_at, contents: 1 };

it.each([
  { name: 'plan.txt', inside: false, restore: 'Restore' },
  { name: 'inner.txt', inside: true, restore: 'Restore “plan.txt”' },
])('shows that $name is in the trash, and restores it', async ({ name, inside, restore }) => {
  const top = { ...plan, id: inside ? idOf(97) : idOf(90), deleted: at };
  const { user, server, address } = openApp(`/directory?preview=${idOf(90)}`, {
    server: [
      answers(documents.list, []),
      refuses(documents.get, { code: 'not_found' }),
      refuses(documents.open, { code: 'not_found' }),
      answers(documents.sources, []),
      answers(trash.find, { name, top }),
      answers(documents.restore, { success: true }),
    ],
  });
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText(`“${name}” is in the trash`);
  expect(screen.queryByText('You don’t have access')).toBeNull();
  server.now(
    answers(documents.get, { ...planDetails, id: idOf(90), name }),
    answers(documents.open, { success: true }),
  );
  await user.click(button(restore, dialog));
  await within(dialog).findByRole('heading', { name });
  expect(server.callsOf(documents.restore)[0]?.body).toEqual({ document_ids: [top.id] });
  expect(address()).toContain('preview=');
});

it('shows requests in the share dialog, and grants the chosen access', async () => {
  const asking = { id: idOf(95), name: 'Bea', email: 'bea@example.com', avatar: null };
  const request = {
    id: idOf(96),
    document_id: plan.id,
    user: asking,
    message: 'Please',
    created_at: planDetails.created_at,
  };
  const granted = Promise.withResolvers<{ success: true }>();
  const { user, server } = openApp('/directory', {
    server: [
      answers(documents.list, [plan]),
      answers(sharing.members, []),
      answers(sharing.others, []),
      answers(accessRequests.list, [request]),
      answers(accessRequests.grant, () => granted.promise),
    ],
  });
  await user.click(await screen.findByLabelText('Select all on this page'));
  await user.click(button('Share', await screen.findByRole('toolbar', { name: 'Selection' })));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share "plan.txt"' }));
  await dialog.findByText('“Please”');
  await user.selectOptions(dialog.getByLabelText('Access for Bea'), 'Can edit');
  await user.click(dialog.getByRole('button', { name: 'Grant: Bea' }));
  await waitFor(() => expect(server.callsOf(accessRequests.grant)[0]?.body).toEqual({ permission: 'edit' }));
  // The answer comes when the request is no longer shown.
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('“Please”')).toBeNull());
  granted.resolve({ success: true });
  await screen.findByText('Access granted');
});

it('answers a request from the bell with one click', async () => {
  const asked: Notification = {
    id: idOf(97),
    kind: 'access_requested',
    title: 'Bea asks for access to “plan.txt”',
    message: null,
    request_id: idOf(96),
    path: '/collections',
    read: false,
    at: planDetails.created_at,
  };
  const { user, server } = openApp('/directory', {
    server: [
      answers(documents.list, []),
      answers(notifications.list, { notifications: [asked], unread: 1 }),
      answers(accessRequests.decline, { success: true }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: /^Notifications/ }));
  await user.click(await screen.findByRole('button', { name: `Decline: ${asked.title}` }));
  await waitFor(() => expect(server.callsOf(accessRequests.decline)).toHaveLength(1));
});
