import { isStalePage } from '../kit/google/refusals.ts';
import type { FilePage, Gateway, Search } from './gateway.ts';

/** All pages of a search; the next one is requested while the caller stores this one. */
export async function* flatPages(
  gateway: Gateway,
  search: Search,
  from: string | undefined,
  signal?: AbortSignal,
): AsyncGenerator<FilePage> {
  const ask = (pageToken?: string) => gateway.list({ ...search, pageToken }, signal);
  let page = ask(from).catch((error: unknown) => {
    // Page tokens expire after some hours: start again; the caller recognizes the items by their ids.
    if (from !== undefined && isStalePage(error)) return ask();
    throw error;
  });
  for (;;) {
    const current = await page;
    if (!current.nextPageToken) return yield current;
    page = ask(current.nextPageToken);
    page.catch(() => {});
    yield current;
  }
}

/** Everything outside the trash of the account or, with an id, of a shared drive. */
export const everythingIn = (driveId: string | null): Search => ({
  q: 'trashed=false',
  ...(driveId !== null && { corpora: 'drive', driveId }),
});
