import { endSubscription } from '../billing/collect.ts';
import type { Call, Route } from '../call.ts';
import { badRequest } from '../errors.ts';
import { listParams, pageOf } from '../list.ts';
import type { Customer } from '../objects/types.ts';
import type { Params } from '../params.ts';
import type { World } from '../world.ts';
import { readAddress } from './address.ts';
import { addTaxId, taxIdsOf } from './tax-ids.ts';

const fields = ['name', 'email', 'address', 'invoice_settings'] as const;

function create({ world, params }: Call): Customer {
  const customer: Customer = {
    id: world.id('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: world.now(),
    delinquent: false,
    email: null,
    invoice_prefix: world.id('x', 8).slice(2).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: params.metadata(),
    name: null,
    next_invoice_sequence: 1,
    preferred_locales: [],
    tax_exempt: 'none',
  };
  write(world, customer, params);
  const taxIds = params.objects('tax_id_data').map((given) => given.only('type', 'value'));
  for (const given of taxIds) addTaxId(world, customer.id, given);
  world.customers.add(customer);
  world.emit('customer.created', customer);
  return customer;
}

function write(world: World, customer: Customer, params: Params): void {
  const settings = params.object('invoice_settings')?.only('default_payment_method');
  const method = settings?.nullable('default_payment_method');
  if (method != null && world.paymentMethods.need(method, 'invoice_settings').customer !== customer.id) {
    throw badRequest(
      'The customer does not have a payment method with the ID ' +
        `${method}. The payment method must be attached to the customer.`,
      'invoice_settings[default_payment_method]',
      'resource_missing',
    );
  }
  const address = readAddress(params, customer.address ?? null);
  for (const name of ['name', 'email'] as const) {
    const value = params.nullable(name);
    if (value !== undefined) customer[name] = value;
  }
  customer.address = address;
  if (method !== undefined) customer.invoice_settings.default_payment_method = method;
}

function update({ world, params, ids: [id = ''] }: Call): Customer {
  const customer = world.customers.need(id);
  write(world, structuredClone(customer), params);
  world.change('customer.updated', customer, (changed) => write(world, changed, params));
  return customer;
}

function remove({ world, ids: [id = ''] }: Call): object {
  const customer = world.customers.need(id);
  for (const subscription of world.subscriptions) {
    if (subscription.customer === id && subscription.status !== 'canceled') endSubscription(world, subscription);
  }
  for (const method of world.paymentMethods) if (method.customer === id) method.customer = null;
  for (const { id: taxId } of taxIdsOf(world, id)) world.taxIds.delete(taxId);
  world.customers.delete(id);
  world.deletedCustomers.add(id);
  world.emit('customer.deleted', customer);
  return deleted(id);
}

const deleted = (id: string) => ({ id, object: 'customer', deleted: true });

/** Reading a deleted customer returns a mark of the deletion; other calls don’t find it. */
function retrieve({ world, ids: [id = ''] }: Call): object {
  return world.deletedCustomers.has(id) ? deleted(id) : world.customers.need(id);
}

function methods(call: Call): object {
  const {
    world,
    params,
    ids: [id = ''],
  } = call;
  world.customers.need(id);
  const type = params.text('type');
  const rows = world.paymentMethods
    .newestFirst()
    .filter((row) => row.customer === id && (type === undefined || row.type === type));
  return pageOf(call, `/v1/customers/${id}/payment_methods`, rows);
}

export const customerRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/customers', accepts: [...fields, 'metadata', 'tax_id_data'], run: create },
  { method: 'GET', path: '/v1/customers/*', accepts: [], run: retrieve },
  { method: 'POST', path: '/v1/customers/*', accepts: fields, run: update },
  { method: 'DELETE', path: '/v1/customers/*', accepts: [], run: remove },
  { method: 'GET', path: '/v1/customers/*/payment_methods', accepts: [...listParams, 'type'], run: methods },
];
