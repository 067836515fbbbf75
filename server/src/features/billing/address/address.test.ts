import { type BillingAddress, contract } from '@sheaf/contract';
import { startStripe } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { failure } from '../../../testing/failure.ts';
import { memberOf } from '../../../testing/member.ts';
import { person, type TestPerson } from '../../../testing/people.ts';
import { testApp } from '../../../testing/test-app.ts';
import { customerOf, saveCard } from '../testing/desk.ts';
import { holding } from '../testing/holding.ts';
import { changeAddress } from './address.ts';

const { payment, subscription } = contract;

const stripe = await forThisFile(startStripe());
const app = await forThisFile(testApp({}, { stripe }));

const studio: BillingAddress = {
  name: 'Studio Lindqvist GmbH',
  line1: 'Kanalstraße 7',
  line2: null,
  city: 'Hamburg',
  state: null,
  postal_code: '20457',
  country: 'DE',
  vat_id: null,
};
const team = { plan: 'team', interval: 'month' } as const;

const save = (owner: TestPerson, change: Partial<BillingAddress>) =>
  owner.call(payment.setAddress, { body: { ...studio, ...change } });
const taxIdsOf = async (owner: TestPerson) => {
  const customer = await customerOf(app, owner);
  return [...stripe.state.taxIds].filter((one) => one.customer === customer).map(({ type, value }) => [type, value]);
};

it('puts company name, address and VAT ID on the invoice', async () => {
  const owner = await person(app);
  expect((await owner.call(payment.address)).data).toBeNull();
  const { data: saved } = await save(owner, { vat_id: 'de 123 456 789' });
  expect(saved).toEqual({ ...studio, vat_id: 'DE123456789' });
  expect((await owner.call(payment.address)).data).toEqual(saved);
  await saveCard(stripe, owner);
  await owner.call(subscription.change, { body: team });
  const [invoice] = (await app.services.payments!.stripe.invoices.list({ customer: await customerOf(app, owner) }))
    .data;
  expect(invoice).toMatchObject({
    customer_name: 'Studio Lindqvist GmbH',
    customer_address: { line1: 'Kanalstraße 7', country: 'DE' },
    customer_tax_ids: [{ type: 'eu_vat', value: 'DE123456789' }],
  });
  const pdf = Buffer.from(await (await fetch(invoice!.invoice_pdf!)).arrayBuffer()).toString('latin1');
  expect(pdf).toContain('Studio Lindqvist GmbH');
  expect(pdf).toContain('VAT ID DE123456789');
});

it('replaces a VAT ID, and removes it', async () => {
  const owner = await person(app);
  await save(owner, { vat_id: 'DE123456789' });
  await save(owner, { vat_id: 'CHE-123.456.789 MWST' });
  expect(await taxIdsOf(owner)).toEqual([['ch_vat', 'CHE-123.456.789 MWST']]);
  await save(owner, { vat_id: '' });
  expect(await taxIdsOf(owner)).toEqual([]);
  expect((await owner.call(payment.address)).data?.vat_id).toBeNull();
});

it('refuses an invalid VAT ID, and saves nothing', async () => {
  const owner = await person(app);
  await save(owner, {});
  expect(await failure(save(owner, { name: 'Other', vat_id: 'DE12' }))).toMatchObject({
    code: 'validation_failed',
    errors: { vat_id: [expect.stringContaining('like DE123456789')] },
  });
  expect((await owner.call(payment.address)).data).toEqual(studio);
});

it('restores company name and VAT ID for a customer that the provider has lost', async () => {
  const owner = await person(app);
  await save(owner, { vat_id: 'DE123456789' });
  stripe.state.customers.delete(await customerOf(app, owner));
  await saveCard(stripe, owner);
  expect(stripe.state.customers.need(await customerOf(app, owner)).name).toBe('Studio Lindqvist GmbH');
  expect(await taxIdsOf(owner)).toEqual([['eu_vat', 'DE123456789']]);
});

it('keeps the same VAT ID here and at the provider when two people save at once', async () => {
  const owner = await person(app);
  await save(owner, {});
  const path = `/v1/customers/${await customerOf(app, owner)}/tax_ids`;
  const slow = holding(app.services.payments!, stripe, { method: 'POST', path, what: 'request' });
  const viewer = memberOf(owner);
  const services = { ...app.services, payments: slow.payments };
  const first = changeAddress(services, viewer, { ...studio, vat_id: 'DE111111111' }).catch((error) => error);
  await slow.held;
  await save(owner, { vat_id: 'DE222222222' });
  slow.letGo();
  expect(await first).toMatchObject({ code: 'conflict' });
  expect(await taxIdsOf(owner)).toEqual([['eu_vat', 'DE222222222']]);
  expect((await owner.call(payment.address)).data?.vat_id).toBe('DE222222222');
});
