import { type Card, type DataOf, payment, planLimits, sources, subscription } from '@sheaf/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answers, refuses } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { button, expectDescription, fill, findToast } from '../../../testing/page.ts';
import { idOf, subscribed, workspaceInfo } from '../../../testing/workspace.ts';

const team = subscribed({
  plan: 'team',
  limits: planLimits.team,
  payment: {
    interval: 'month',
    quantity: 3,
    period_end: '2030-01-01T00:00:00Z',
    cancel_at_period_end: false,
    grace_until: null,
    next_plan: null,
    address_required: false,
  },
});
const visa: Card = {
  id: idOf(11),
  brand: 'visa',
  last4: '4242',
  exp_month: 12,
  exp_year: 2039,
  name: 'Robin Example',
  primary: false,
};
const mastercard: Card = { ...visa, id: idOf(12), brand: 'mastercard', last4: '4444', primary: true };
const paid = {
  id: idOf(13),
  amount: 3000,
  currency: 'usd',
  status: 'paid' as const,
  created_at: '2026-01-01T00:00:00Z',
  description: 'Team',
  receipt_url: null,
};

it('lists what must be removed before the workspace fits a smaller plan', async () => {
  const { user } = openApp('/plans/upgrade', {
    server: [
      workspaceInfo({ subscription: team }),
      answers(payment.cards, [visa]),
      answers(subscription.preview, {
        currency: 'usd',
        due_now: 0,
        tax: 0,
        next_amount: 0,
        next_at: null,
        lines: [],
        exceeded: [{ limit: 'members', used: 12, allowed: 10 }],
      }),
    ],
  });
  await user.click(await screen.findByRole('radio', { name: 'Free' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('This workspace uses more than Free includes');
  expect(alert.textContent).toContain('Members: 12 used, 10 included. Remove a member');
  expect(button('Change to Free').disabled).toBe(true);
});

it('shows billing to admins without letting them change it', async () => {
  const server = [
    workspaceInfo({ subscription: team, role: 'admin' }),
    answers(payment.cards, [visa]),
    answers(payment.list, [paid]),
  ];
  const { address, go } = openApp('/plans', { server });
  expect((await screen.findByRole('list', { name: 'Cards' })).textContent).toContain('4242');
  await screen.findByRole('table', { name: 'Payments' });
  for (const name of ['Add new card', 'Cancel subscription']) expect(screen.queryByRole('button', { name })).toBeNull();
  await go('/plans/upgrade');
  await waitFor(() => expect(address()).toBe('/plans'));
});

it('shows members only the plan and its limits', async () => {
  const usage = { ...team.usage, storage_bytes: 3 * 1024 ** 2 };
  openApp('/plans', { server: [workspaceInfo({ subscription: { ...team, usage, payment: null }, role: 'member' })] });
  await screen.findByText('Only owners can change the plan.');
  // Only people who see billing see how much storage everyone uses together.
  expect(screen.getAllByRole('meter')).toHaveLength(4);
  expect(screen.queryByRole('meter', { name: 'Storage' })).toBeNull();
  screen.getByText('3.00 MB used by you, 1 TB for the workspace');
  expect(screen.queryByRole('heading', { name: 'Payments' })).toBeNull();
});

it('explains what to do about limits that are near or reached', async () => {
  const usage = { members: 9, invitations: 0, accounts: 5, storage_bytes: 0, ai_messages: 0, transfer_bytes: 0 };
  openApp('/plans', { server: [workspaceInfo({ subscription: subscribed({ usage }) })] });
  const texts = async (limit: string) =>
    (await screen.findByRole('meter', { name: limit })).closest('li')?.textContent ?? '';
  expect(await texts('Members')).toMatch(/9 of 10Remove a member or revoke an invitation, or change the plan\.$/);
  expect(await texts('Connected accounts')).toMatch(
    /The limit is reached\. Delete an account in Apps, or change the plan\.$/,
  );
});

it('announces a failed payment on every page, and explains why paying again fails', async () => {
  const message = 'Your card has insufficient funds.';
  const { user, address } = openApp('/directory', {
    server: [
      workspaceInfo({ subscription: { ...team, status: 'past_due' } }),
      answers(payment.cards, [visa]),
      refuses(subscription.pay, { code: 'payment_failed', message }),
    ],
  });
  const notice = () => {
    const shown = screen
      .getAllByRole('status')
      .find(({ textContent }) => textContent?.includes('The last payment failed'));
    if (!shown) throw new Error('No notice of the payment');
    return shown;
  };
  await waitFor(notice);
  await user.click(within(notice()).getByRole('link', { name: 'Go to Plan and billing' }));
  await waitFor(() => expect(address()).toBe('/plans'));
  await user.click(await waitFor(() => button('Pay now', notice())));
  expect((await within(notice()).findByRole('alert')).textContent).toBe(message);
});

it.each(['owner', 'member', 'guest'] as const)('tells everyone that the workspace is read-only: %s', async (role) => {
  openApp('/collections', { server: [workspaceInfo({ subscription: { ...team, status: 'read_only' }, role })] });
  const title = await screen.findByText('This workspace is read-only');
  expect(title.closest('[role=status]')).not.toBeNull();
});

it('leads from a reached limit to the plan', async () => {
  const message = 'The Free plan includes 5 connected accounts. Upgrade to connect more.';
  const dropbox = { id: 'dropbox', slug: 'dropbox', name: 'Dropbox', auth: 'oauth2', holds: 'files' } as const;
  const { user, address } = openApp('/apps', {
    server: [
      answers(sources.list, [{ ...dropbox, sandbox: true }]),
      refuses(sources.beginOAuth, { code: 'plan_limit', message }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: /Dropbox/ }));
  await user.click(button('See plan', await findToast(message)));
  await waitFor(() => expect(address()).toBe('/plans'));
});

it('changes the primary card, and removes a card', async () => {
  let cards = [mastercard, visa];
  const { user, server } = openApp('/plans', {
    server: [
      answers(payment.cards, () => cards),
      answers(payment.updateCard, () => {
        cards = [
          { ...visa, primary: true },
          { ...mastercard, primary: false },
        ];
        return cards[0]!;
      }),
      answers(payment.removeCard, () => {
        cards = [{ ...visa, primary: true }];
        return { success: true as const };
      }),
    ],
  });
  const row = (last4: string) =>
    screen.queryAllByRole('listitem').find(({ textContent }) => textContent?.includes(last4))?.textContent;
  await waitFor(() => expect(row('4444')).toContain('Primary'));
  expect(row('4242')).not.toContain('Primary');
  await user.click(button('Make primary: Visa ending in 4242'));
  await waitFor(() => expect(row('4242')).toContain('Primary'));
  expect(row('4444')).not.toContain('Primary');
  expect(server.callsOf(payment.updateCard)).toMatchObject([
    { path: `/payment/cards/${visa.id}`, body: { primary: true } },
  ]);

  await user.click(button('Remove Mastercard ending in 4444'));
  await user.click(button('Remove card', await screen.findByRole('dialog')));
  await waitFor(() => expect(row('4444')).toBeUndefined());
  expect(server.callsOf(payment.removeCard)).toMatchObject([{ path: `/payment/cards/${mastercard.id}` }]);
});

it('saves company name, address and VAT ID for invoices, and explains an invalid VAT ID', async () => {
  const { user, server } = openApp('/plans', {
    server: [
      workspaceInfo({ subscription: team }),
      answers(payment.setAddress, ({ body }) => body as DataOf<typeof payment.setAddress>),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Add billing details' }));
  const given = {
    'Name or company': 'Studio GmbH',
    Address: 'Kanal 7',
    'Postal code': '20457',
    City: 'Hamburg',
    'VAT ID (optional)': 'DE12',
  };
  for (const [label, value] of Object.entries(given)) fill(screen.getByLabelText(label), value);
  await user.selectOptions(screen.getByLabelText('Country'), 'DE');
  await user.click(button('Save billing details'));
  await expectDescription(() => screen.getByLabelText('VAT ID (optional)'), /Must be a VAT ID of the EU/);
  expect(server.callsOf(payment.setAddress)).toEqual([]);
  fill(screen.getByLabelText('VAT ID (optional)'), 'DE123456789');
  await user.click(button('Save billing details'));
  await screen.findByText('VAT ID DE123456789');
  await screen.findByText('Studio GmbH');
  expect(button('Edit billing details')).toBeDefined();
});

it('counts open invitations as members, and shows it', async () => {
  const usage = { members: 5, invitations: 2, accounts: 0, storage_bytes: 0, ai_messages: 0, transfer_bytes: 0 };
  openApp('/plans', { server: [workspaceInfo({ subscription: subscribed({ usage }) })] });
  await screen.findByText('5 of 10, including 2 invitations');
});
