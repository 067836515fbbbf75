import { invites } from '@sheaf/contract';
import type { ReactNode } from 'react';

const address = invites.create.body.shape.email;

export function isAddress(value: string): boolean {
  return address.safeParse(value).success;
}

/** What stands under the field: what is wrong with all addresses, or with the first that is wrong, by name. */
export function messageFor(errors: Record<string, ReactNode>, emails: readonly string[]): ReactNode {
  if (errors.emails) return errors.emails;
  const wrong = Object.keys(errors).find((path) => path.startsWith('emails.') && Boolean(errors[path]));
  return wrong ? `${emails[Number(wrong.split('.')[1])]}: ${String(errors[wrong])}` : undefined;
}
