import { invites } from '@sheaf/contract';
import type { ReactNode } from 'react';

const address = invites.create.body.shape.email;

/** Splits typed or pasted text into addresses, without duplicates. */
export function splitAddresses(entries: readonly string[]): string[] {
  const all = entries.flatMap((entry) => entry.split(/[\s,;]+/)).filter(Boolean);
  return [...new Map(all.map((entry) => [entry.toLowerCase(), entry])).values()];
}

export function isAddress(value: string): boolean {
  return address.safeParse(value).success;
}

/** The error below the field: about all addresses, or about the first invalid one, by name. */
export function messageFor(errors: Record<string, ReactNode>, emails: readonly string[]): ReactNode {
  if (errors.emails) return errors.emails;
  const wrong = Object.keys(errors).find((path) => path.startsWith('emails.') && Boolean(errors[path]));
  const email = wrong && emails[Number(wrong.split('.')[1])];
  return email ? `${email}: ${String(errors[wrong])}` : undefined;
}

/** The error of the first address that is still invalid, after addresses were added or removed. */
export function firstProblem(emails: readonly string[]): string | undefined {
  for (const email of emails) {
    const { error } = address.safeParse(email);
    if (error) return `${email}: ${error.issues[0]?.message}`;
  }
  return undefined;
}
