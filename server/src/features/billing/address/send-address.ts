import { type BillingAddress, taxIdOf } from '@sheaf/contract';
import type Stripe from 'stripe';
import { wrongField } from '../../../errors.ts';
import { asked, isRefusedAs } from '../provider.ts';

/** The fields of an invoice in the provider's format. */
export const customerFieldsOf = ({ name, line1, line2, city, state, postal_code, country }: BillingAddress) => ({
  name,
  address: { line1, line2: line2 ?? '', city, state: state ?? '', postal_code, country },
});

/** Sets name, address and VAT ID of the customer. Existing invoices stay as they are. */
export async function sendAddress(stripe: Stripe, customer: string, address: BillingAddress): Promise<void> {
  await sendVatId(stripe, customer, address.vat_id ?? null);
  await asked(stripe.customers.update(customer, customerFieldsOf(address)));
}

/** Adds the new VAT ID before deleting the others: an invoice in between has one too many rather than none. */
async function sendVatId(stripe: Stripe, customer: string, vatId: string | null): Promise<void> {
  const wanted = vatId === null ? undefined : taxIdOf(vatId);
  const { data: known } = await asked(stripe.customers.listTaxIds(customer, { limit: 100 }));
  const kept = known.find(({ type, value }) => type === wanted?.type && value === wanted.value);
  if (wanted && !kept) {
    await asked(
      stripe.customers.createTaxId(customer, wanted).catch((error) => {
        throw isRefusedAs(error, 'tax_id_invalid')
          ? wrongField('vat_id', 'The payment provider doesn’t know this VAT ID. Check it and try again.')
          : error;
      }),
    );
  }
  for (const other of known) {
    if (other === kept) continue;
    await asked(
      stripe.customers.deleteTaxId(customer, other.id).catch((error) => {
        if (!isRefusedAs(error, 'resource_missing')) throw error;
      }),
    );
  }
}
