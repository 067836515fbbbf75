import type { RemoteId } from '../kit/session.ts';
import { boxId, remoteId } from './adapt.ts';
import type { Gateway } from './gateway.ts';
import { pathOf } from './items.ts';
import { BoxRefusal, hasCode } from './refusals.ts';

/** Moves the item to the trash, or deletes it for good if the company has disabled its trash. */
export async function trashItem(gateway: Gateway, id: RemoteId, headers = {}): Promise<void> {
  const item = boxId(id);
  const ask = { method: 'DELETE', headers, ...(item.type === 'folder' && { query: { recursive: 'true' } }) };
  await gateway.command('api', pathOf(item), ask).catch(unlessGone);
}

/** Deletes for good. Some companies let no one empty the trash; the item then stays there. */
export async function deleteItem(gateway: Gateway, id: RemoteId, headers = {}): Promise<void> {
  await trashItem(gateway, id, headers);
  await gateway.command('api', `${pathOf(boxId(id))}/trash`, { method: 'DELETE' }).catch((error: unknown) => {
    if (!hasCode(error, 'forbidden')) unlessGone(error);
  });
}

/** Deletes a file that we made, unless someone has changed it since: then it belongs to them and stays. */
export async function deleteOwn(gateway: Gateway, { id, etag }: { id: string; etag: string | null }): Promise<void> {
  const headers = etag === null ? {} : { 'if-match': etag };
  await deleteItem(gateway, remoteId('file', id), headers).catch((error: unknown) => {
    if (!(error instanceof BoxRefusal && error.status === 412)) throw error;
  });
}

function unlessGone(error: unknown): void {
  if (!hasCode(error, 'not_found')) throw error;
}
