export interface LinkSearch {
  /** A document below the linked folder. */
  at?: string;
  page?: number;
}

/** Reads the address; drops invalid values. */
export function linkSearch(search: Record<string, unknown>): LinkSearch {
  const at = typeof search.at === 'string' && /^[\da-f-]{36}$/i.test(search.at) ? search.at : undefined;
  const page = Number(search.page);
  return { ...(at && { at }), ...(Number.isInteger(page) && page > 1 && page <= 100_000 && { page }) };
}
