import { documents } from '@sheaf/contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { plan, planDetails } from '../../../testing/documents.ts';
import { answers } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { button, findToast } from '../../../testing/page.ts';
import { idOf } from '../../../testing/workspace.ts';

const folder = { ...plan, id: idOf(40), name: 'Plans', type: 'folder' as const, size: null };
const open = (view: string) =>
  openApp(`/directory?view=${view}`, {
    server: [
      answers(documents.list, [folder, plan]),
      answers(documents.get, planDetails),
      answers(documents.open, { success: true }),
    ],
  });

/** Closes the toast “Link copied”, then returns the copied address by its parts. */
async function copied(user: UserEvent): Promise<object> {
  const toast = await findToast('Link copied');
  await user.click(within(toast).getByRole('button'));
  await waitFor(() => expect(screen.queryByText('Link copied')).toBeNull());
  const { pathname, searchParams } = new URL(await navigator.clipboard.readText());
  return { pathname, ...Object.fromEntries(searchParams) };
}

it.each(['list', 'grid'])('copies the address from the menu and the selection bar of the %s', async (view) => {
  const { user } = open(view);
  await user.click(await screen.findByRole('button', { name: 'Actions for Plans' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Copy link' }));
  expect(await copied(user)).toMatchObject({ pathname: '/directory', in: folder.id });
  const bar = within(screen.getByRole('toolbar', { name: 'Selection' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select plan.txt' }));
  expect(bar.queryByRole('button', { name: 'Copy link' })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Select Plans' }));
  await user.click(bar.getByRole('button', { name: 'Copy link' }));
  expect(await copied(user)).toMatchObject({ pathname: '/directory', preview: plan.id });
});

it('copies the address from the preview', async () => {
  const { user } = open('list');
  await user.dblClick(await screen.findByRole('link', { name: 'plan.txt' }));
  const preview = await screen.findByRole('dialog', { name: 'plan.txt' });
  await waitFor(() => button('Copy link', preview));
  await user.click(button('Copy link', preview));
  expect(await copied(user)).toMatchObject({ pathname: '/directory', preview: plan.id });
});
