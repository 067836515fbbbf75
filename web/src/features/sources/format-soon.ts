const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** 'in less than a minute', 'in 5 minutes', 'in 2 hours', 'tomorrow'. */
export function formatSoon(iso: string, now = Date.now()): string {
  const minutes = Math.round((Date.parse(iso) - now) / 60_000);
  if (minutes < 1) return 'in less than a minute';
  if (minutes < 60) return relative.format(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 24 ? relative.format(hours, 'hour') : relative.format(Math.round(hours / 24), 'day');
}
