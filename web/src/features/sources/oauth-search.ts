/**
 * The parameters that consent pages send back, and those that our own consent page is called with. The router reads 12
 * as a number.
 */
export interface OAuthSearch {
  code?: string;
  state?: string;
  error?: string;
  source?: string;
}

const names = ['code', 'state', 'error', 'source'] as const;

export function oauthSearch(search: Record<string, unknown>): OAuthSearch {
  const texts = names.flatMap((name) => {
    const value = search[name];
    return value === undefined || value === '' || typeof value === 'object' ? [] : [[name, String(value)] as const];
  });
  return Object.fromEntries(texts);
}

/** The query of /apps: the account whose sync settings are open. */
export function appsSearch(search: { settings?: unknown }): { settings?: string } {
  return typeof search.settings === 'string' ? { settings: search.settings } : {};
}
