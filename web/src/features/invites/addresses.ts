import { invites } from '@sheaf/contract';
import type { ReactNode } from 'react';

const address = invites.create.body.shape.email;

/** What was typed or pasted at once becomes one entry each; the same address twice is one. */
export function splitAddresses(entries: readonly string[]): string[] {
  const all = entries.flatMap((entry) => entry.split(/[\s,;]+/)).filter(Boolean);
  return [...new Map(all.map((entry) => [entry.toLowerCase(), entry])).values()];
}

export function isAddress(value: string): boolean {
  return address.safeParse(value).success;
}

/** What stands under the field: what is wrong with all addresses, or with the first that is wrong, by name. */
export function messageFor(errors: Record<string, ReactNode>, emails: readonly string[]): ReactNode {
  if (errors.emails) return errors.emails;
  const wrong = Object.keys(errors).find((path) => path.startsWith('emails.') && Boolean(errors[path]));
  return wrong ? `${emails[Number(wrong.split('.')[1])]}: ${String(errors[wrong])}` : undefined;
}
