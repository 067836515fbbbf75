import { intentOf } from './billing/paid.ts';
import { badRequest } from './errors.ts';
import type { Invoice } from './objects/types.ts';
import type { World } from './world.ts';

type Json = { [key: string]: unknown };

/** A copy in which the named references are the objects themselves. */
export function expanded(world: World, object: object, paths: readonly string[]): object {
  const copy = structuredClone(object) as Json;
  for (const path of paths) {
    const names = path.split('.');
    if (names.length > 4) throw badRequest(`You cannot expand more than 4 levels of a property: ${path}.`, 'expand');
    expand(world, copy, names, path);
  }
  return copy;
}

function expand(world: World, at: unknown, names: readonly string[], path: string): void {
  if (Array.isArray(at)) {
    for (const one of at) expand(world, one, names, path);
    return;
  }
  const [name, ...rest] = names;
  if (name === undefined || typeof at !== 'object' || at === null) return;
  const object = at as Json;
  const value = included(world, object, name) ?? object[name];
  if (value === undefined) throw badRequest(`This property cannot be expanded (${path}).`, 'expand');
  if (typeof value === 'string') {
    const found = lookUp(world, value);
    if (!found) throw badRequest(`This property cannot be expanded (${path}).`, 'expand');
    object[name] = structuredClone(found);
  } else object[name] = value;
  expand(world, object[name], rest, path);
}

/** What is only sent on request. */
function included(world: World, object: Json, name: string): unknown {
  if (object.object === 'invoice' && name === 'payments') {
    const data = [...world.invoicePayments].filter(({ invoice }) => invoice === object.id);
    return structuredClone({ object: 'list', data, has_more: false, url: '/v1/invoice_payments' });
  }
  if (object.object === 'invoice' && name === 'confirmation_secret') {
    const client_secret = intentOf(world, object as unknown as Invoice)?.client_secret;
    return client_secret == null ? null : { client_secret, type: 'payment_intent' };
  }
  if (object.object === 'customer' && name === 'subscriptions') {
    const data = world.subscriptions
      .newestFirst()
      .filter(({ customer, status }) => customer === object.id && status !== 'canceled');
    return structuredClone({
      object: 'list',
      data,
      has_more: false,
      url: `/v1/customers/${String(object.id)}/subscriptions`,
    });
  }
  return undefined;
}

function lookUp(world: World, id: string): object | undefined {
  const tables = {
    cus: world.customers,
    in: world.invoices,
    pi: world.paymentIntents,
    pm: world.paymentMethods,
    price: world.prices,
    prod: world.products,
    seti: world.setupIntents,
    sub: world.subscriptions,
  };
  const prefix = id.split('_')[0]!;
  return Object.hasOwn(tables, prefix) ? tables[prefix as keyof typeof tables].get(id) : undefined;
}
