/** What a `Retry-After` header asks for, in seconds or as a date; nothing where there is none or it makes no sense. */
export function retryAfterMs(header: string | undefined): { retryAfterMs?: number } {
  if (header === undefined) return {};
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? {} : { retryAfterMs: Math.max(0, ms) };
}
