/** How long a key can be used, in days; null: until it is revoked. */
export const lifetimes = {
  month: { label: '30 days', days: 30 },
  quarter: { label: '90 days', days: 90 },
  year: { label: '1 year', days: 365 },
  never: { label: 'Never', days: null },
} as const satisfies Record<string, { label: string; days: number | null }>;

export type Lifetime = keyof typeof lifetimes;

export function expiryOf(lifetime: Lifetime, now = Date.now()): string | null {
  const { days } = lifetimes[lifetime];
  return days === null ? null : new Date(now + days * 86_400_000).toISOString();
}

export const isPast = (iso: string, now = Date.now()): boolean => Date.parse(iso) <= now;
