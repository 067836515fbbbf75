import { documents, links, organizations, type PublicLink, sharing } from '@sheaf/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { plan } from '../../../testing/documents.ts';
import { answers, refuses } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { button, expectDescription, fill, findToast } from '../../../testing/page.ts';
import { idOf, person, workspaceInfo } from '../../../testing/workspace.ts';

const link: PublicLink = {
  id: idOf(61),
  url: 'https://sheaf.example/l/secret',
  document: { id: plan.id, name: plan.name, type: 'text' },
  created_by: { id: person.id, name: person.name, avatar: null },
  own: true,
  has_password: false,
  expires_at: null,
  downloads: true,
  visits: 0,
  last_visit_at: null,
  created_at: '2026-01-01T00:00:00Z',
  state: 'active',
};
const allowed = workspaceInfo({ links_allowed: true });

describe('the list', () => {
  it('explains how to create a link when there are none', async () => {
    openApp('/settings/public-links', { server: [allowed] });
    await screen.findByText('To create one, choose Share on a file or folder of your own.');
  });

  it('shows each link’s settings, and why one does not work', async () => {
    const more = {
      ...link,
      id: idOf(62),
      has_password: true,
      downloads: false,
      expires_at: '2026-01-02T00:00:00Z',
      visits: 3,
      last_visit_at: new Date().toISOString(),
      state: 'expired' as const,
    };
    openApp('/settings/public-links', { server: [allowed, answers(links.list, [link, more])] });
    const rows = (await screen.findAllByRole('row')).slice(1);
    expect(rows[0]!.textContent).toContain('No password · Downloads allowed');
    expect(within(rows[0]!).getAllByText('No visits yet').length).toBeGreaterThan(0);
    expect(rows[1]!.textContent).toContain('Password · View only');
    expect(rows[1]!.textContent).toContain('3 visits, last just now');
    within(rows[1]!).getByText('Expired');
  });

  it('asks before a link is revoked', async () => {
    const { user, server } = openApp('/settings/public-links', {
      server: [allowed, answers(links.list, [link]), answers(links.revoke, { success: true })],
    });
    await user.click(await screen.findByRole('button', { name: 'Revoke link to plan.txt' }));
    expect(server.callsOf(links.revoke)).toEqual([]);
    server.now(answers(links.list, []));
    await user.click(await screen.findByRole('button', { name: 'Revoke link' }));
    await findToast('Public link revoked');
    expect(server.callsOf(links.revoke)[0]?.path).toBe(`/links/${link.id}`);
  });

  it('lets managers see and revoke, but not edit, everyone’s links', async () => {
    const theirs = { ...link, own: false, url: null, created_by: { ...link.created_by, name: 'Kim Doe' } };
    const { user, server } = openApp('/settings/public-links', {
      server: [allowed, answers(links.list, ({ path }) => (path.includes('of=everyone') ? [theirs] : [link]))],
    });
    await screen.findByRole('button', { name: 'Copy link to plan.txt' });
    await user.click(screen.getByText('Everyone’s links'));
    await screen.findByText(/^Kim Doe, created/);
    expect(screen.queryByRole('button', { name: /^(Copy|Change) link/ })).toBeNull();
    button('Revoke link to plan.txt');
    expect(server.callsOf(links.list).at(-1)?.path).toContain('of=everyone');
  });

  it('shows people who may turn links on where to do so', async () => {
    const off = (role: 'owner' | 'admin') => [workspaceInfo({ role, links_allowed: false }), answers(links.list, [])];
    const owner = openApp('/settings/public-links', { server: off('owner') });
    await screen.findByRole('heading', { name: 'Public links are turned off' });
    expect(screen.getByRole('link', { name: 'Workspace settings' }).getAttribute('href')).toBe('/settings/workspace');
    owner.close();
    openApp('/settings/public-links', { server: off('admin') });
    await screen.findByText('An owner can turn them on for this workspace.');
    expect(screen.queryByRole('link', { name: 'Workspace settings' })).toBeNull();
  });

  it('hides the page from guests, and the choice from members', async () => {
    const member = openApp('/settings/public-links', {
      server: [workspaceInfo({ role: 'member', links_allowed: true }), answers(links.list, [link])],
    });
    await screen.findByRole('table', { name: 'Public links' });
    expect(screen.queryByText('Everyone’s links')).toBeNull();
    member.close();
    openApp('/settings/public-links', { server: [workspaceInfo({ role: 'guest' })] });
    await screen.findByRole('heading', { name: 'Guests can’t create public links' });
  });
});

describe('the form', () => {
  const openForm = async (...routes: Parameters<typeof answers>[]) => {
    const app = openApp('/settings/public-links', {
      server: [
        allowed,
        answers(links.list, [{ ...link, has_password: true }]),
        ...routes.map((route) => answers(...route)),
      ],
    });
    await app.user.click(await screen.findByRole('button', { name: 'Change link to plan.txt' }));
    await screen.findByRole('dialog', { name: 'Change the public link to “plan.txt”' });
    return app;
  };

  it('keeps the password unless a new one is entered', async () => {
    const { user, server } = await openForm([links.update, link]);
    await user.click(screen.getByRole('checkbox', { name: 'Allow downloads' }));
    await user.click(button('Save changes'));
    await waitFor(() => expect(server.callsOf(links.update)[0]?.body).toEqual({ downloads: false }));
  });

  it('removes the password and sets an end date', async () => {
    const { user, server } = await openForm([links.update, link]);
    await user.click(screen.getByRole('checkbox', { name: 'Require a password' }));
    fill(screen.getByLabelText('Expires after (optional)'), '2999-05-01');
    await user.click(button('Save changes'));
    await waitFor(() =>
      expect(server.callsOf(links.update)[0]?.body).toEqual({
        downloads: true,
        password: null,
        expires_at: new Date('2999-05-01T23:59:59').toISOString(),
      }),
    );
  });

  it('shows an error at each invalid field', async () => {
    const { user, server } = await openForm();
    fill(screen.getByLabelText('New password'), 'short');
    fill(screen.getByLabelText('Expires after (optional)'), '2020-05-01');
    await user.click(button('Save changes'));
    await expectDescription(() => screen.getByLabelText('New password'), /^Too short/);
    await expectDescription(() => screen.getByLabelText('Expires after (optional)'), /^Choose a date in the future/);
    expect(server.callsOf(links.update)).toEqual([]);
  });

  it('shows why the server refused', async () => {
    const { user, server } = await openForm();
    server.now(refuses(links.update, { code: 'conflict', message: 'Public links are off.' }));
    await user.click(button('Save changes'));
    await screen.findByText('Public links are off.');
  });
});

describe('the share dialog', () => {
  const openShare = async (info = allowed, list: PublicLink[] = []) => {
    const app = openApp('/directory', {
      server: [
        info,
        answers(documents.list, [plan]),
        answers(sharing.members, []),
        answers(sharing.others, []),
        answers(links.list, list),
      ],
    });
    await app.user.click(await screen.findByLabelText('Select all on this page'));
    await app.user.click(button('Share', await screen.findByRole('toolbar', { name: 'Selection' })));
    return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Share "plan.txt"' })) };
  };

  it('creates a link', async () => {
    const { user, server, dialog } = await openShare();
    await user.click(await dialog.findByRole('button', { name: 'Create public link' }));
    const form = within(await screen.findByRole('dialog', { name: 'Create a public link to “plan.txt”' }));
    server.now(answers(links.create, link), answers(links.list, [link]));
    await user.click(form.getByRole('button', { name: 'Create public link' }));
    await findToast('Public link created');
    expect(server.callsOf(links.create)[0]?.body).toEqual({ document_id: plan.id, downloads: true });
    expect(await dialog.findByDisplayValue(link.url!)).toBeTruthy();
  });

  it('shows owners where to turn links on, and members nothing', async () => {
    const owner = await openShare(workspaceInfo());
    await owner.dialog.findByText(/doesn’t allow public links/);
    owner.close();
    const { dialog } = await openShare(workspaceInfo({ role: 'member' }));
    await dialog.findByText('Only you have access in Sheaf.');
    expect(dialog.queryByText('Public link')).toBeNull();
  });
});

it('turns links on at once, and off after a confirmation', async () => {
  const { user, server } = openApp('/settings/workspace', {
    server: [answers(organizations.updateSecurity, { two_factor_required: false, links_allowed: true })],
  });
  const box = () => screen.findByRole('checkbox', { name: 'Allow public links' });
  const before = await box();
  server.now(answers(organizations.security, { two_factor_required: false, links_allowed: true }));
  await user.click(before);
  await waitFor(async () => expect(((await box()) as HTMLInputElement).checked).toBe(true));
  await findToast('Public links are allowed now');
  await user.click(await box());
  await screen.findByText(/All existing links stop working right away/);
  await user.click(button('Turn off'));
  await waitFor(() =>
    expect(server.callsOf(organizations.updateSecurity).at(-1)?.body).toEqual({ links_allowed: false }),
  );
});
