import { session } from '../../lib/api/http.ts';

/** What an address can name that belongs to one organisation. */
const names = ['preview', 'in'];

/**
 * Addresses of a document or folder carry the organisation, so that they open for somebody who is in another one; with
 * `always`, addresses of a label or collection as well. The guards switch to it (see guards.ts).
 */
export function carryOrganization(always: boolean) {
  return <T>({ search, next }: { search: T; next(search: T): T }): T =>
    withOrganization(next(search) as Record<string, unknown>, session.organizationId, always) as T;
}

export function withOrganization(
  { org, ...search }: Record<string, unknown>,
  current: string | null,
  always: boolean,
): Record<string, unknown> {
  // Of another organisation: the guards still have to see it.
  if (org !== undefined && org !== current) return { ...search, org };
  const isNeeded = always || names.some((name) => search[name] !== undefined);
  return current && isNeeded ? { ...search, org: current } : search;
}
