import { session } from './http.ts';

/** The start of every key of data that belongs to the current organisation: another one never sees it. */
export function organizationKey(what: string) {
  return ['organization', session.organizationId, what] as const;
}
