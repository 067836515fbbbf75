import { user as calls, type OnboardingProgress, onboarding, payment, subscription } from '@sheaf/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answers, refuses } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { button, fill } from '../../../testing/page.ts';
import { idOf, person, subscribed, workspaceInfo } from '../../../testing/workspace.ts';

const sidebar = () => within(screen.getByRole('complementary', { name: 'Progress' }));
const findSidebar = async () => within(await screen.findByRole('complementary', { name: 'Progress' }));
const findHeading = (name: string) => screen.findByRole('heading', { level: 1, name });
const findModal = async () => within(await screen.findByRole('dialog', { name: 'Welcome to Sheaf' }));
const textsOf = (items: HTMLElement[]) => items.map(({ textContent }) => textContent);

/** Remembers the steps that are recorded. */
function progress(steps: OnboardingProgress['steps'] = [], choice: OnboardingProgress['choice'] = null) {
  const known: OnboardingProgress = { steps: [...steps], choice };
  return [
    answers(onboarding.get, () => known),
    answers(onboarding.record, ({ body }) => {
      const { step, state } = body as OnboardingProgress['steps'][number];
      known.steps.push({ step, state });
      return known;
    }),
  ];
}

it('does not offer the guide to someone who finished it on another device', async () => {
  const steps = [1, 2, 3, 6, 7].map((step) => ({ step, state: 'skipped' as const }));
  const { server, settled } = openApp('/directory', { stored: {}, server: progress(steps) });
  await screen.findByRole('button', { name: /Upload/ });
  await settled();
  expect(server.callsOf(onboarding.get)).not.toEqual([]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('offers the guide until it is declined', async () => {
  const { user } = openApp('/directory', { stored: {} });
  const modal = await findModal();
  expect(modal.getAllByRole('listitem')).toHaveLength(4);
  for (const name of ['Personalization', 'Edit workspace', 'Select industry', 'Connect apps']) {
    expect(modal.getByRole('link', { name: new RegExp(`^${name}`) })).toBeDefined();
  }
  const decline = modal.getByLabelText<HTMLInputElement>("Don't show this next time");
  await user.click(decline);
  expect(decline.checked).toBe(true);
  expect(localStorage.getItem('show')).toBe('1');
  await user.click(decline);
  expect(decline.checked).toBe(false);
  expect(localStorage.getItem('show')).toBe('0');
  await user.click(decline);
  await user.click(button('Close', screen.getByRole('dialog', { name: 'Welcome to Sheaf' })));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('does not offer the guide in another tab after it is declined', async () => {
  const { settled } = openApp('/directory', { stored: { show: '1' } });
  await screen.findByRole('button', { name: /Upload/ });
  await settled();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('leads from the offer into the guide, whose sidebar counts the steps', async () => {
  const steps = [
    ['Personalization', 0],
    ['Edit workspace', 40],
    ['Select plan', 40],
    ['Select card', 40],
    ['Review and pay', 40],
    ['Select industry', 60],
    ['Connect apps', 80],
  ] as const;
  const { user, address } = openApp('/directory', { stored: {}, server: progress() });
  await user.click((await findModal()).getByRole('link', { name: 'Select a plan' }));
  await waitFor(() => expect(address()).toBe('/onboarding?step=3'));
  await findSidebar();
  for (const [index, [name, percent]] of steps.entries()) {
    await user.click(sidebar().getByRole('link', { name: new RegExp(`${name}$`) }));
    await waitFor(() => expect(address()).toBe(`/onboarding?step=${index + 1}`));
    await sidebar().findByText(`${percent}% complete`);
    expect(sidebar().getAllByRole('listitem')).toHaveLength(steps.length);
    expect(document.querySelector('aside [aria-current]')?.textContent).toContain(name);
    expect(document.querySelectorAll('aside [aria-current=step]')).toHaveLength(1);
    // Looking at a step doesn’t complete it, nor those before it.
    expect(sidebar().queryAllByRole('img')).toEqual([]);
  }
  await user.click(await waitFor(() => button('Continue', screen.getByRole('main'))));
  await waitFor(() => expect(address()).toBe('/onboarding?step=8'));
  expect(screen.queryByRole('complementary', { name: 'Progress' })).toBeNull();
  await user.click(await screen.findByRole('link', { name: 'Go to Directory' }));
  await waitFor(() => expect(address()).toMatch(/^\/directory/));
});

it('has the steps that concern a member', async () => {
  const { user, address, go } = openApp('/directory', { stored: {}, server: [workspaceInfo({ role: 'member' })] });
  const modal = await findModal();
  const own = [/Personalization/, /Connect apps/].map((text) => expect.stringMatching(text));
  expect(textsOf(modal.getAllByRole('listitem'))).toEqual(own);
  expect(modal.queryByRole('link', { name: 'Select a plan' })).toBeNull();
  await user.click(modal.getByRole('link', { name: 'Get started' }));
  await screen.findByText('Step 1 of 2');
  expect(textsOf(sidebar().getAllByRole('listitem'))).toEqual(own);
  await go('/onboarding?step=3');
  await waitFor(() => expect(address()).toBe('/onboarding?step=7'));
  await sidebar().findByText('80% complete');
});

it('has one step for a guest', async () => {
  const { user, address, go } = openApp('/onboarding', {
    server: [workspaceInfo({ role: 'guest' }), answers(calls.update, person), ...progress()],
  });
  await screen.findByText('Step 1 of 1');
  await user.click(button('Continue'));
  await findHeading('You’re all set');
  await go('/onboarding?step=7');
  await waitFor(() => expect(address()).toBe('/onboarding?step=8'));
});

it('leaves out payment steps when billing is off', async () => {
  const withoutBilling = workspaceInfo({ subscription: subscribed({ billing: 'off', payment: null }) });
  const { user, address, go } = openApp('/directory', { stored: {}, server: [withoutBilling, ...progress()] });
  const modal = await findModal();
  expect(modal.getAllByRole('listitem')).toHaveLength(4);
  expect(modal.queryByRole('link', { name: 'Select a plan' })).toBeNull();
  await go('/onboarding?step=2');
  expect((await findSidebar()).getAllByRole('listitem')).toHaveLength(4);
  await user.click(await waitFor(() => button('Skip', screen.getByRole('main'))));
  await waitFor(() => expect(address()).toBe('/onboarding?step=6'));
  await sidebar().findByText('60% complete');
  await go('/plans');
  await screen.findByRole('heading', { name: 'No plans on this server' });
  await go('/plans/upgrade');
  await waitFor(() => expect(address()).toBe('/plans'));
});

it.each(['9', '0', 'two', '2.5'])('shows the first step for the unknown step %s', async (step) => {
  openApp(`/onboarding?step=${step}`);
  await findHeading('Personalization');
  expect(document.querySelector('aside [aria-current]')?.textContent).toContain('Personalization');
});

it('shows an error for a name that is too short', async () => {
  const { user, server } = openApp('/onboarding');
  await findHeading('Personalization');
  fill(screen.getByLabelText('Name'), 'Ab');
  await user.click(button('Continue'));
  await screen.findByText('Name length must be more than 3');
  expect(server.callsOf(calls.update)).toEqual([]);
});

it('stays at the payment step when the card fails', async () => {
  const due = { currency: 'usd', due_now: 1000, tax: 0, next_amount: 1000, next_at: '2030-01-01T00:00:00Z' };
  const card = { id: idOf(5), brand: 'visa', last4: '0341', exp_month: 12, exp_year: 2039, name: null, primary: true };
  const { user, address, server } = openApp('/onboarding?step=5', {
    server: [
      ...progress([{ step: 3, state: 'completed' }], { plan: 'team', interval: 'month' }),
      answers(payment.cards, [card]),
      answers(subscription.preview, { ...due, lines: [{ description: 'Team', amount: 1000 }], exceeded: [] }),
      refuses(subscription.change, { code: 'payment_failed', message: 'Your card was declined.' }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Pay $10.00' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The payment didn’t go through');
  expect(address()).toBe('/onboarding?step=5');
  expect(server.callsOf(onboarding.record)).toEqual([]);
});
