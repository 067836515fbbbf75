import type { Call, Route } from '../call.ts';
import { badRequest } from '../errors.ts';
import { listParams, pageOf } from '../list.ts';
import type { TaxId } from '../objects/types.ts';
import type { Params } from '../params.ts';
import type { World } from '../world.ts';

/** The kinds that Sheaf sends, with Stripe’s required formats. */
const formats = {
  eu_vat: /^(AT|B[EG]|C[YZ]|D[EK]|E[ELS]|F[IR]|H[RU]|I[ET]|L[TUV]|MT|NL|P[LT]|RO|S[EIK]|XI)[A-Z0-9]{2,13}$/,
  gb_vat: /^GB(\d{9}|\d{12}|(GD|HA)\d{3})$/,
  ch_vat: /^CHE-\d{3}\.\d{3}\.\d{3} (MWST|TVA|IVA)$/,
  no_vat: /^\d{9}MVA$/,
} as const;
const types = Object.keys(formats) as (keyof typeof formats)[];
const countries = { gb_vat: 'GB', ch_vat: 'CH', no_vat: 'NO' } as const;
const MAX_PER_CUSTOMER = 5;

export const taxIdsOf = (world: World, customer: string): TaxId[] =>
  [...world.taxIds].filter((row) => row.customer === customer);

/** Creates the tax id of an existing customer, or of one being created. */
export function addTaxId(world: World, customer: string, params: Params): TaxId {
  const type = params.oneOf('type', types) ?? (params.need('type') as (typeof types)[number]);
  const value = params.need('value');
  if (!formats[type].test(value)) throw badRequest(`Invalid value for ${type}.`, 'value', 'tax_id_invalid');
  if (taxIdsOf(world, customer).length >= MAX_PER_CUSTOMER)
    throw badRequest(`Customer already has the maximum of ${MAX_PER_CUSTOMER} tax IDs.`, 'customer');
  const taxId: TaxId = {
    id: world.id('txi'),
    object: 'tax_id',
    country: type === 'eu_vat' ? value.slice(0, 2).replace('EL', 'GR') : countries[type],
    created: world.now(),
    customer,
    livemode: false,
    owner: { type: 'customer', customer, customer_account: null },
    type,
    value,
    verification: { status: 'pending', verified_address: null, verified_name: null },
  };
  world.taxIds.add(taxId);
  world.emit('customer.tax_id.created', taxId);
  return taxId;
}

function create({ world, params, ids: [customer = ''] }: Call): TaxId {
  world.customers.need(customer);
  return addTaxId(world, customer, params);
}

function list(call: Call): object {
  const {
    world,
    ids: [customer = ''],
  } = call;
  world.customers.need(customer);
  return pageOf(call, `/v1/customers/${customer}/tax_ids`, taxIdsOf(world, customer).toReversed());
}

function remove({ world, ids: [customer = '', id = ''] }: Call): object {
  world.customers.need(customer);
  const taxId = world.taxIds.need(id);
  world.taxIds.delete(id);
  world.emit('customer.tax_id.deleted', taxId);
  return { id, object: 'tax_id', deleted: true };
}

export const taxIdRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/customers/*/tax_ids', accepts: ['type', 'value'], run: create },
  { method: 'GET', path: '/v1/customers/*/tax_ids', accepts: listParams, run: list },
  { method: 'DELETE', path: '/v1/customers/*/tax_ids/*', accepts: [], run: remove },
];
