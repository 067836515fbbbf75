import { type AuditAction, auditActions } from '@sheaf/contract';

/** The filters of the log, as in its address. Days are in the viewer’s time zone, and both are included. */
export interface AuditSearch {
  actor?: string;
  action?: AuditAction;
  from?: string;
  to?: string;
}

/** Null removes the filter. */
export type AuditChange = Partial<Record<keyof AuditSearch, string | null>>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Excludes years that are still being typed, which begin with zeros. */
const day = /^2\d{3}-\d\d-\d\d$/;
export const isDay = (text: string) => day.test(text);
const matching = (value: unknown, pattern: RegExp) =>
  typeof value === 'string' && pattern.test(value) ? value : undefined;

/** Drops invalid values, so that an old link still opens the page. */
export function auditSearch(given: Partial<Record<keyof AuditSearch, unknown>>): AuditSearch {
  const search = {
    actor: matching(given.actor, uuid),
    action: Object.keys(auditActions).find((action) => action === given.action),
    from: matching(given.from, day),
    to: matching(given.to, day),
  };
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}
