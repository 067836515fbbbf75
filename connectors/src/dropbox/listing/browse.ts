import type { files } from 'dropbox';
import type { Cursor, Page, RemoteId, RemoteItem } from '../../kit/session.ts';
import { itemOf } from '../adapt.ts';
import type { Gateway, Metadata } from '../gateway.ts';
import { pathOf } from '../lookup.ts';

const PAGE = 1000;

/** Starts the cursor of the team folders, which are listed after a team member’s own files. */
const TEAM = 'team:';

/** Lists one folder; the top of a team member’s account combines two. */
export async function browse(
  gateway: Gateway,
  parent: RemoteId | null,
  page: Cursor | null,
): Promise<Page<RemoteItem>> {
  const home = await gateway.home();
  const isTeam = page?.startsWith(TEAM) ?? false;
  const place = parent !== null ? pathOf(parent) : isTeam ? '' : home.path;
  const cursor = page?.slice(isTeam ? TEAM.length : 0) ?? '';
  const { entries, ...after } =
    cursor === ''
      ? await gateway.rpc<files.ListFolderResult>('files/list_folder', { path: place, limit: PAGE })
      : await gateway.rpc<files.ListFolderResult>('files/list_folder/continue', { cursor });
  const present = entries.filter(
    (entry): entry is Metadata => entry['.tag'] !== 'deleted' && (!isTeam || entry.path_lower !== home.lower),
  );
  // A page may have an entry twice.
  const items = new Map(present.map((entry) => [entry.id, itemOf(entry, parent)]));
  const hasTeam = parent === null && home.path !== '' && !isTeam;
  const next = after.has_more ? `${isTeam ? TEAM : ''}${after.cursor}` : hasTeam ? TEAM : null;
  return { items: [...items.values()], next: next as Cursor | null };
}
