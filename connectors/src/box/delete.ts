import type { RemoteId } from '../kit/session.ts';
import { boxId, remoteId } from './adapt.ts';
import type { Gateway } from './gateway.ts';
import { pathOf } from './items.ts';
import { BoxRefusal, hasCode } from './refusals.ts';

/** To the trash, or for good where a company has switched its trash off. */
export async function trashItem(gateway: Gateway, id: RemoteId, headers = {}): Promise<void> {
  const item = boxId(id);
  const ask = { method: 'DELETE', headers, ...(item.type === 'folder' && { query: { recursive: 'true' } }) };
  await gateway.command('api', pathOf(item), ask).catch(unlessGone);
}

/** For good. Some companies let nobody empty the trash: then the item stays there. */
export async function deleteItem(gateway: Gateway, id: RemoteId, headers = {}): Promise<void> {
  await trashItem(gateway, id, headers);
  await gateway.command('api', `${pathOf(boxId(id))}/trash`, { method: 'DELETE' }).catch((error: unknown) => {
    if (!hasCode(error, 'forbidden')) unlessGone(error);
  });
}

/** A file that we made, unless somebody has changed it since: then it is theirs, and stays. */
export async function deleteOwn(gateway: Gateway, { id, etag }: { id: string; etag: string | null }): Promise<void> {
  const headers = etag === null ? {} : { 'if-match': etag };
  await deleteItem(gateway, remoteId('file', id), headers).catch((error: unknown) => {
    if (!(error instanceof BoxRefusal && error.status === 412)) throw error;
  });
}

function unlessGone(error: unknown): void {
  if (!hasCode(error, 'not_found')) throw error;
}
