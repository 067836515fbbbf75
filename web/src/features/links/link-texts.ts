import type { PublicLink } from '@sheaf/contract';
import { count, formatAgo, formatDate } from '../../lib/format/format.ts';

type Traits = Pick<PublicLink, 'state' | 'has_password' | 'expires_at' | 'downloads'>;

/** 'Password · Until 12 Dec 2026 · View only' */
export function traitsOf({ state, has_password, expires_at, downloads }: Traits): string {
  const traits = [
    has_password ? 'Password' : 'No password',
    ...(expires_at && state !== 'expired' ? [`Until ${formatDate(expires_at)}`] : []),
    downloads ? 'Downloads allowed' : 'View only',
  ];
  return traits.join(' · ');
}

/** '12 visits, last yesterday' */
export function visitsOf({ visits, last_visit_at }: Pick<PublicLink, 'visits' | 'last_visit_at'>): string {
  if (visits === 0 || last_visit_at === null) return 'No visits yet';
  return `${count(visits, 'visit')}, last ${formatAgo(last_visit_at)}`;
}

/** Why a link does not work; null if it works. */
export function stateOf({ state, expires_at }: Pick<PublicLink, 'state' | 'expires_at'>): {
  label: string;
  reason: string;
} | null {
  switch (state) {
    case 'active':
      return null;
    case 'expired':
      return { label: 'Expired', reason: expires_at ? `Expired on ${formatDate(expires_at)}` : 'Expired' };
    case 'off':
      return { label: 'Off', reason: 'Public links are turned off in this workspace' };
    case 'unavailable':
      return { label: 'Not working', reason: 'The document is in the trash, or its owner can’t share it anymore' };
  }
}

/** The day in a date field, in local time; empty for none. */
export function dayOf(iso: string | null): string {
  if (!iso) return '';
  const date = new Date(iso);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The end of that day, in local time; null for none. */
export function endOf(day: string): string | null {
  const date = new Date(`${day}T23:59:59`);
  return day === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}
