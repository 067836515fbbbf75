import { organizations, passkeys, twoFactor } from '@sheaf/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answers, refuses } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { button, expectDescription, fill, findToast, typeCode } from '../../../testing/page.ts';
import { idOf, workspaceInfo } from '../../../testing/workspace.ts';

const page = '/settings/profile/password-security';
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const codes = Array.from({ length: 10 }, (_, at) => `abcd-efgh-2345-${String(at).padStart(4, '2')}`);
const on = { enabled: true, enabled_at: '2026-01-01T00:00:00Z', app: true, recovery_codes_left: 10 };
const wrong = { code: 'validation_failed' as const, errors: { code: ['This code is wrong or was already used.'] } };
const setUp = [
  answers(twoFactor.begin, { secret, uri: `otpauth://totp/Sheaf:robin?secret=${secret}&issuer=Sheaf` }),
  answers(twoFactor.confirm, { recovery_codes: codes }),
];

it('sets two-factor authentication up: password, QR code, code, recovery codes', async () => {
  const { user, server } = openApp(page, { server: [...setUp, refuses(twoFactor.confirm, wrong)] });
  await user.click(await screen.findByRole('button', { name: 'Turn on two-factor authentication' }));
  const dialog = await screen.findByRole('dialog', { name: 'Turn on two-factor authentication' });
  fill(within(dialog).getByLabelText('Current password'), 'correct horse battery');
  await user.click(button('Continue', dialog));
  await within(dialog).findByRole('img', { name: 'QR code for your authenticator app' });
  expect(within(dialog).getByRole('group', { name: 'Setup key' }).textContent).toBe(secret.match(/.{4}/g)!.join(' '));
  await typeCode(user, '111111');
  await within(dialog).findByText('This code is wrong or was already used.');

  server.now(answers(twoFactor.confirm, { recovery_codes: codes }), answers(twoFactor.get, on));
  await user.click(button('Turn on', dialog));
  const shown = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(
    within(shown)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(codes);
  await user.click(button('I saved the codes'));
  await screen.findByText(/10 recovery codes left/);
});

it('turns off only with the password and a code', async () => {
  const { user, server } = openApp(page, { server: [answers(twoFactor.get, on), refuses(twoFactor.disable, wrong)] });
  await user.click(await screen.findByRole('button', { name: 'Turn off' }));
  const dialog = await screen.findByRole('dialog', { name: 'Turn off two-factor authentication?' });
  const field = (name: string) => within(dialog).getByLabelText(name);
  await user.click(button('Turn off', dialog));
  expect(await within(dialog).findAllByText('This is required')).toHaveLength(2);
  fill(field('Current password'), 'correct horse battery');
  fill(field('Code'), '111111');
  await user.click(button('Turn off', dialog));
  await within(dialog).findByText('This code is wrong or was already used.');
  server.now(answers(twoFactor.disable, { success: true }), answers(twoFactor.get, { ...on, enabled: false }));
  fill(field('Code'), '222222');
  await user.click(button('Turn off', dialog));
  await findToast('Two-factor authentication is off');
});

it('shows that a passkey is the second factor, and accepts a recovery code in browsers without passkeys', async () => {
  const { user } = openApp(page, { server: [answers(twoFactor.get, { ...on, app: false })] });
  await screen.findByText(/passkey · 10 recovery codes left/);
  await user.click(button('Turn off'));
  const dialog = await screen.findByRole('dialog', { name: 'Turn off two-factor authentication?' });
  await expectDescription(() => within(dialog).getByLabelText('Code'), 'A recovery code.');
});

it('warns when few recovery codes are left, and creates new ones', async () => {
  const { user } = openApp(page, {
    server: [
      answers(twoFactor.get, { ...on, recovery_codes_left: 1 }),
      answers(twoFactor.renewCodes, { recovery_codes: codes }),
    ],
  });
  await screen.findByText(/You have few recovery codes left/);
  await user.click(button('Create new recovery codes'));
  const dialog = await screen.findByRole('dialog', { name: 'Create new recovery codes' });
  fill(within(dialog).getByLabelText('Current password'), 'correct horse battery');
  fill(within(dialog).getByLabelText('Code'), '111111');
  await user.click(button('Create codes', dialog));
  await screen.findByRole('list', { name: 'Recovery codes' });
});

it('lists passkeys, renames one and removes one with the password', async () => {
  const passkey = { id: idOf(7), name: 'Laptop', synced: true, created_at: '2026-01-01T00:00:00Z', last_used_at: null };
  const { user, server } = openApp(page, {
    server: [
      answers(passkeys.list, [passkey]),
      answers(passkeys.rename, passkey),
      answers(passkeys.remove, { success: true }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Rename Laptop' }));
  const renaming = await screen.findByRole('dialog', { name: 'Rename passkey' });
  fill(within(renaming).getByLabelText('Name'), 'Work laptop');
  await user.click(button('Save', renaming));
  await waitFor(() => expect(server.callsOf(passkeys.rename)[0]?.body).toEqual({ name: 'Work laptop' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(button('Remove Laptop'));
  const dialog = await screen.findByRole('dialog', { name: 'Remove “Laptop”?' });
  expect(within(dialog).queryByLabelText('Code')).toBeNull();
  fill(within(dialog).getByLabelText('Current password'), 'correct horse battery');
  await user.click(button('Remove passkey', dialog));
  await findToast('“Laptop” was removed');
  // Like an old browser, happy-dom doesn’t support passkeys.
  await screen.findByText('This browser doesn’t support passkeys.');
});

it('lets an owner require two-factor authentication only after setting it up themselves', async () => {
  const { user, server, close } = openApp('/settings/workspace');
  const box = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'Require two-factor authentication' });
  expect((await box()).disabled).toBe(true);
  await screen.findByText(/Turn it on for your own account first/);
  close();

  const again = openApp('/settings/workspace', {
    server: [
      answers(twoFactor.get, on),
      answers(organizations.updateSecurity, { two_factor_required: true, links_allowed: false }),
    ],
  });
  await waitFor(async () => expect((await box()).disabled).toBe(false));
  await user.click(await box());
  await user.click(await screen.findByRole('button', { name: 'Require it' }));
  await waitFor(() =>
    expect(again.server.callsOf(organizations.updateSecurity)[0]?.body).toEqual({ two_factor_required: true }),
  );
  expect(server.callsOf(organizations.updateSecurity)).toEqual([]);
});

it('leads a member of a workspace that requires it through the setup, then to the requested page', async () => {
  const { user, server, address } = openApp('/members', {
    server: [...setUp, workspaceInfo({ two_factor_setup_required: true, role: 'member' })],
  });
  await screen.findByRole('heading', { name: 'Set up two-factor authentication' });
  expect(address()).toBe('/two-factor-setup');
  fill(screen.getByLabelText('Current password'), 'correct horse battery');
  await user.click(button('Continue'));
  await screen.findByRole('img', { name: /QR code/ });
  await typeCode(user, '111111');
  await screen.findByRole('list', { name: 'Recovery codes' });
  server.now(workspaceInfo({ role: 'member' }));
  await user.click(button('I saved the codes'));
  await waitFor(() => expect(address()).toMatch(/^\/members/));
});

it('leads to the setup when the workspace starts to require it while the app is open', async () => {
  const { address, go, server } = openApp('/settings/profile/general-info');
  await screen.findByRole('heading', { name: 'General info' });
  server.now(
    refuses(organizations.security, { code: 'two_factor_setup_required' }),
    workspaceInfo({ two_factor_setup_required: true }),
  );
  await go('/settings/workspace');
  await waitFor(() => expect(address()).toBe('/two-factor-setup'));
  await expectDescription(() => screen.getByLabelText('Current password'), '');
});
