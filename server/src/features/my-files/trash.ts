import type { TrashedAccount } from '@sheaf/contract';
import { sql } from 'kysely';
import { mustFindAll, notFound } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { isInTrash, purgeAccount, purgeDocuments, wasDeletedByItself } from '../documents/index.ts';
import { sourceName } from '../sources/index.ts';

interface AccountRow {
  id: string;
  name: string;
  display_name: string | null;
  source: string;
  items: number;
  bytes: number;
}

/** The viewer's accounts with something in the trash. */
export async function trashedAccounts({ db }: Services, viewer: Member): Promise<TrashedAccount[]> {
  const { rows } = await sql<AccountRow>`select c.id, c.name, c.display_name, c.source, t.items, t.bytes
    from (select d.account_id, count(*) filter (where ${wasDeletedByItself}) as items,
        coalesce(sum(d.stored_size), 0)::bigint as bytes
      from documents d where d.organization_id = ${viewer.membership.organizationId} and d.owner_id = ${viewer.id}
        and ${isInTrash} group by d.account_id) t
    join source_accounts c on c.id = t.account_id and c.removed_at is null
    order by c.created_at, c.id`.execute(db);
  return rows.map(({ id, name, display_name, source, items, bytes }) => ({
    account: { id, name, display_name },
    source: { slug: source, name: sourceName(source) },
    items,
    bytes,
  }));
}

export async function emptyTrash({ db }: Services, viewer: Member, accountId: string): Promise<void> {
  const { organizationId } = viewer.membership;
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`select 1 from source_accounts where id = ${accountId} and user_id = ${viewer.id}
      and organization_id = ${organizationId} and removed_at is null`.execute(tx);
    if (rows.length === 0) throw notFound('This account');
    await purgeAccount(tx, { organizationId, accountId });
  });
}

export async function deleteForever({ db }: Services, viewer: Member, ids: readonly string[]): Promise<void> {
  const { organizationId } = viewer.membership;
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; account_id: string }>`select d.id, d.account_id from documents d
      where d.id = any(${[...ids]}::uuid[]) and d.owner_id = ${viewer.id} and d.organization_id = ${organizationId}
        and ${isInTrash}`.execute(tx);
    mustFindAll(
      ids,
      rows.map(({ id }) => id),
      { one: 'document', many: 'documents', field: 'document_ids' },
    );
    await purgeDocuments(
      tx,
      rows.map(({ id, account_id }) => ({ organizationId, accountId: account_id, documentId: id })),
    );
  });
}
