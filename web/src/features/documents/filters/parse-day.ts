/**
 * ‘5/3/2026’, ‘05.03.2026’ and ‘2026-03-05’ → ‘2026-03-05’; null for invalid or incomplete days. The day comes before
 * the month, as dates are shown.
 */
export function parseDay(typed: string): string | null {
  const parts = typed.trim().split(/[/.\s-]+/);
  const [year, month, day] = parts[0]?.length === 4 ? parts : parts.toReversed();
  if (parts.length !== 3 || !/^\d{4}$/.test(year!) || !/^\d\d?$/.test(month!) || !/^\d\d?$/.test(day!)) return null;
  const iso = `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}
