import { createServer, type Server } from 'node:http';
import { expect, type FrameLocator, type Page, test } from '@playwright/test';
import { type StripeSandbox, startStripe } from '@sheaf/sandbox';
import { expectAccessible } from '../setup/looks.ts';

/** A page of another origin that uses the sandbox's script like Stripe's. */
const form = (script: string) => `<!doctype html>
<html lang="en"><head><title>Shop</title><meta name="viewport" content="width=device-width"></head><body><main>
<h1>Add a card</h1>
<p onclick="card.focus()">Card number</p><div id="number"></div>
<p>Expiration date</p><div id="expiry"></div>
<p>CVC</p><div id="cvc"></div>
<p id="error" role="status"></p>
</main>
<script src="${script}"></script>
<script>
  window.seen = [];
  window.addEventListener('message', ({ data }) => window.seen.push(data));
  const stripe = Stripe('pk_test_sandbox');
  const elements = stripe.elements();
  const style = { base: { color: '#222222', fontSize: '18px' }, invalid: { color: '#b00020' } };
  window.card = elements.create('cardNumber', { style });
  for (const [element, where] of [[card, '#number'], [elements.create('cardExpiry', { style }), '#expiry'], [elements.create('cardCvc', { style }), '#cvc']]) {
    element.on('change', (event) => {
      window.seen.push(event);
      document.querySelector('#error').textContent = event.error ? event.error.message : '';
    });
    element.mount(where);
  }
  window.save = (secret) => stripe.confirmCardSetup(secret, { payment_method: { card, billing_details: { name: 'Ada Lindqvist' } } });
</script></body></html>`;

let sandbox: StripeSandbox;
let shop: Server;

test.beforeAll(async () => {
  sandbox = await startStripe();
  shop = createServer((_, response) => {
    response.writeHead(200, {
      'content-type': 'text/html',
      'content-security-policy': `default-src 'none'; script-src 'unsafe-inline' ${sandbox.url}; frame-src ${sandbox.url}; style-src 'unsafe-inline'`,
    });
    response.end(form(sandbox.urls.script));
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
});
test.afterAll(async () => {
  shop.close();
  shop.closeAllConnections();
  await sandbox.stop();
});

const address = () => `http://127.0.0.1:${(shop.address() as { port: number }).port}/`;

async function api<T>(path: string, body: Record<string, string> = {}): Promise<T> {
  const headers = { authorization: `Bearer ${sandbox.clientSecret}` };
  const response = await fetch(`${sandbox.url}/v1/${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(body),
  });
  return response.json() as Promise<T>;
}

async function newIntent(): Promise<{ customer: string; secret: string; id: string }> {
  const customer = await api<{ id: string }>('customers', { name: 'Lindqvist Studio' });
  const intent = await api<{ id: string; client_secret: string }>('setup_intents', { customer: customer.id });
  return { customer: customer.id, id: intent.id, secret: intent.client_secret };
}

const field = (page: Page, title: string): FrameLocator => page.frameLocator(`iframe[title="${title}"]`);
const number = (page: Page) => field(page, 'Secure card number input frame').getByLabel('Credit or debit card number');
const expiry = (page: Page) =>
  field(page, 'Secure expiration date input frame').getByLabel('Credit or debit card expiration date');
const cvc = (page: Page) => field(page, 'Secure CVC input frame').getByLabel('Credit or debit card CVC/CVV');

async function fill(page: Page, digits: string, code = '123'): Promise<void> {
  await number(page).pressSequentially(digits);
  await expiry(page).pressSequentially('1234');
  await cvc(page).pressSequentially(code);
}

interface Saved {
  setupIntent?: { status: string };
  error?: { message: string; code: string; decline_code?: string };
}

const save = (page: Page, secret: string): Promise<Saved> =>
  page.evaluate((given) => (window as unknown as { save(secret: string): Promise<Saved> }).save(given), secret);

test('a card is saved, and the page never sees a digit', { tag: '@long' }, async ({ page }) => {
  const { customer, secret } = await newIntent();
  await page.goto(address());
  await page.getByText('Card number').click();
  await expect(number(page)).toBeFocused();
  await fill(page, '4242424242424242');
  await expect(number(page)).toHaveValue('4242 4242 4242 4242');
  await expect(expiry(page)).toHaveValue('12 / 34');
  await expect(number(page)).toHaveCSS('color', 'rgb(34, 34, 34)');
  expect(await save(page, secret)).toMatchObject({ setupIntent: { status: 'succeeded' } });
  const [saved] = [...sandbox.state.paymentMethods].filter((method) => method.customer === customer);
  expect(saved).toMatchObject({ card: { brand: 'visa', last4: '4242' }, billing_details: { name: 'Ada Lindqvist' } });
  const seen = await page.evaluate(() => JSON.stringify((window as unknown as { seen: unknown[] }).seen));
  expect(seen).toContain('"brand":"visa"');
  expect(seen).not.toMatch(/4242|1234|123/);
});

test('an American Express card has other groups and a code of four digits', { tag: '@long' }, async ({ page }) => {
  const { secret } = await newIntent();
  await page.goto(address());
  await fill(page, '378282246310005', '12345');
  await expect(number(page)).toHaveValue('3782 822463 10005');
  await expect(cvc(page)).toHaveValue('1234');
  expect(await save(page, secret)).toMatchObject({ setupIntent: { status: 'succeeded' } });
});

test('errors have Stripe’s words', { tag: '@long' }, async ({ page }) => {
  const { secret } = await newIntent();
  await page.goto(address());
  await number(page).pressSequentially('4242');
  expect(await save(page, secret)).toMatchObject({ error: { code: 'incomplete_number' } });
  await number(page).blur();
  await expect(page.getByRole('status')).toHaveText('Your card number is incomplete.');
  await number(page).fill('4242 4242 4242 4241');
  await expect(page.getByRole('status')).toHaveText('Your card number is invalid.');
  await expect(number(page)).toHaveCSS('color', 'rgb(176, 0, 32)');
  await number(page).fill('4000000000000002');
  await expect(page.getByRole('status')).toHaveText('');
  await expiry(page).pressSequentially('5');
  await expect(expiry(page)).toHaveValue('05 / ');
  await expiry(page).fill('01 / 20');
  await expect(page.getByRole('status')).toHaveText("Your card's expiration year is in the past.");
  await expiry(page).fill('12 / 34');
  await cvc(page).fill('123');
  expect(await save(page, secret)).toMatchObject({
    error: { message: 'Your card was declined.', code: 'card_declined', decline_code: 'generic_decline' },
  });
});

test('the bank is asked in a dialog', { tag: '@long' }, async ({ page }) => {
  const { customer, secret } = await newIntent();
  await page.goto(address());
  await fill(page, '4000002500003155');
  const dialog = field(page, '3D Secure authentication');
  const failing = save(page, secret);
  await dialog.getByRole('button', { name: 'Fail' }).click();
  expect(await failing).toMatchObject({ error: { code: 'setup_intent_authentication_failure' } });
  await expect(page.locator('iframe[title="3D Secure authentication"]')).toHaveCount(0);
  const completing = save(page, secret);
  await expect(dialog.getByRole('button', { name: 'Complete' })).toBeFocused();
  await page.keyboard.press('Enter');
  expect(await completing).toMatchObject({ setupIntent: { status: 'succeeded' } });
  expect([...sandbox.state.paymentMethods].filter((method) => method.customer === customer)).toHaveLength(1);
});

test('the frames and the dialog pass axe', { tag: '@long' }, async ({ page }) => {
  // Opened on its own, a field is not a page with a heading and landmarks.
  await page.goto(`${sandbox.url}/stripe/elements/cardNumber`);
  await expectAccessible(page, { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa'] });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(address());
    await fill(page, '4000002500003155');
    const saved = save(page, (await newIntent()).secret);
    const complete = field(page, '3D Secure authentication').getByRole('button', { name: 'Complete' });
    await expect(complete).toBeFocused();
    await expectAccessible(page);
    await complete.click();
    await saved;
  }
});
