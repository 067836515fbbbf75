import type { Customer } from '../objects/types.ts';
import type { Params } from '../params.ts';

type Address = NonNullable<Customer['address']>;

const parts = ['city', 'country', 'line1', 'line2', 'postal_code', 'state'] as const;

/** The address sent: unchanged if absent, null if cleared. */
export function readAddress(params: Params, before: Address | null): Address | null {
  if (!params.has('address')) return before;
  const given = params.object('address')?.only(...parts);
  if (!given) return null;
  const read = (part: (typeof parts)[number]) => given.nullable(part) ?? null;
  return {
    city: read('city'),
    country: read('country'),
    line1: read('line1'),
    line2: read('line2'),
    postal_code: read('postal_code'),
    state: read('state'),
  };
}
