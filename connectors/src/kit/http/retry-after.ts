/** The wait of a `Retry-After` header, given in seconds or as a date; undefined if it is missing or invalid. */
export function retryAfterMs(header: string | undefined): { retryAfterMs?: number } {
  if (header === undefined) return {};
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? {} : { retryAfterMs: Math.max(0, ms) };
}
