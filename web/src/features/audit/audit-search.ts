import { type AuditAction, auditActions } from '@sheaf/contract';

/** The filters of the log, as they stand in its address. Days are those of the person who looks, both included. */
export interface AuditSearch {
  actor?: string;
  action?: AuditAction;
  from?: string;
  to?: string;
}

/** Null: that filter goes. */
export type AuditChange = Partial<Record<keyof AuditSearch, string | null>>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A year that is being typed begins with zeros. */
const day = /^2\d{3}-\d\d-\d\d$/;
export const isDay = (text: string) => day.test(text);
const matching = (value: unknown, pattern: RegExp) =>
  typeof value === 'string' && pattern.test(value) ? value : undefined;

/** What is not understood is left out, so an old link still opens the page. */
export function auditSearch(given: Partial<Record<keyof AuditSearch, unknown>>): AuditSearch {
  const search = {
    actor: matching(given.actor, uuid),
    action: Object.keys(auditActions).find((action) => action === given.action),
    from: matching(given.from, day),
    to: matching(given.to, day),
  };
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}
