import { session } from '../../lib/api/http.ts';

/** Search parameters that belong to one organization. */
const names = ['preview', 'in'];

/**
 * Adds the organization to addresses of a document or folder, so that they open for people who are in another one; with
 * `always`, also to addresses of a label or collection. The guards switch to it (see guards.ts).
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
  // The guards still have to see the other organization.
  if (org !== undefined && org !== current) return { ...search, org };
  const isNeeded = always || names.some((name) => search[name] !== undefined);
  return current && isNeeded ? { ...search, org: current } : search;
}
