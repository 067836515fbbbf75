import type { RemoteItem } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Run } from '../run/run-context.ts';
import type { WorkItem } from '../transfers.queries.ts';
import type { Folder } from './folder-names.ts';

/**
 * Whether what has the name belongs to another item of this transfer: files that share a name at the source must not
 * replace each other. This run knows what it has brought; what an earlier one brought is a copy of one of our items or, in a move, a
 * document that was moved since the transfer began.
 */
export async function isBroughtHere(run: Run, folder: Folder, item: WorkItem, there: RemoteItem): Promise<boolean> {
  const { services, transfer } = run;
  const { rows } = await sql`select 1 from documents d
    where d.account_id = ${transfer.to_account_id} and d.remote_id = ${there.id}
      and (exists (select 1 from documents s join transfer_items i on i.transfer_id = ${transfer.id} and i.remote_id = s.remote_id
          where s.id = d.copied_from and s.account_id = ${transfer.from_account_id} and i.number <> ${item.number})
        or d.id is distinct from ${item.document_id}::uuid and exists (select 1 from document_activity a
          where a.document_id = d.id and a.kind = 'moved' and a.at >= ${transfer.created_at}))`.execute(services.db);
  if (item.document_id === null && (await isOfSibling(run, item, there))) return true;
  return rows.length > 0 || (folder.brought.get(there.id) ?? item.number) !== item.number;
}

/** What is not synced has no document that could tell: the items themselves do. */
async function isOfSibling({ services, transfer }: Run, item: WorkItem, there: RemoteItem): Promise<boolean> {
  const inFolder =
    item.parent_number === null ? sql`parent_number is null` : sql`parent_number = ${item.parent_number}`;
  const { rows } = await sql`select 1 from transfer_items where transfer_id = ${transfer.id} and ${inFolder}
    and new_remote_id = ${there.id} and number <> ${item.number} limit 1`.execute(services.db);
  return rows.length > 0;
}
