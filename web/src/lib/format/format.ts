const UNITS = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const;

/** 1536 → '1.50 KB': base 1024, two decimals above bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${UNITS[0]}`;
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  return `${(bytes / 1024 ** power).toFixed(2)} ${UNITS[power]}`;
}

/** 1 → '1 label', 2 → '2 labels'. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

/** First letters of the first two words, upper case. */
export function initials(name: string): string {
  return name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** ‘just now’, ‘5 minutes ago’, ‘yesterday’, and the date for anything older than a week. */
export function formatAgo(iso: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000);
  if (seconds > 7 * 86_400) return formatDate(iso);
  for (const [unit, size] of STEPS) if (seconds >= size) return relative.format(-Math.floor(seconds / size), unit);
  return 'just now';
}

const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** '15 Nov 2026, 20:21' */
export const formatTime = (iso: string): string => times.format(new Date(iso));

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });

/** '14:20' for a moment of today, with the date for any other. */
export function formatMoment(iso: string, now = Date.now()): string {
  return formatDate(iso) === days.format(now) ? clock.format(new Date(iso)) : formatTime(iso);
}

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/** '15 Nov 2026' */
export const formatDate = (iso: string): string => days.format(new Date(iso));

const numericDays = new Intl.DateTimeFormat('en-GB');

/** DD/MM/YYYY, for File Details alone. */
export const formatNumericDate = (iso: string): string => numericDays.format(new Date(iso));
