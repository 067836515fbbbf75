import { expect, it } from 'vitest';
import { payment } from './payment.ts';
import { taxIdOf } from './vat-id.ts';

it.each([
  ['DE123456789', 'eu_vat', 'DE123456789'],
  ['atu 1234 5678', 'eu_vat', 'ATU12345678'],
  ['GR123456789', 'eu_vat', 'EL123456789'],
  ['NL123456789.B12', 'eu_vat', 'NL123456789B12'],
  ['gb 123 4567 89', 'gb_vat', 'GB123456789'],
  ['CHE-123.456.789 MWST', 'ch_vat', 'CHE-123.456.789 MWST'],
  ['NO 123 456 789 MVA', 'no_vat', '123456789MVA'],
])('%s is %s %s', (typed, type, value) => expect(taxIdOf(typed)).toEqual({ type, value }));

it.each(['', '123456789', 'DE12345678', 'DE1234567890', 'US123456789', 'CHE123456789', 'ATU12345678;'])(
  '%j is no VAT ID',
  (typed) => expect(taxIdOf(typed)).toBeUndefined(),
);

it('describes the format of a VAT ID, and treats an empty one as none', () => {
  const field = payment.setAddress.body.shape.vat_id;
  expect(field.safeParse('12').error?.issues[0]?.message).toBe(
    'Must be a VAT ID of the EU, UK, Switzerland or Norway, with its country code, like DE123456789',
  );
  expect([field.parse(' '), field.parse(undefined), field.parse(null)]).toEqual(['', null, null]);
});
