import { ConnectorError, type RemoteId } from '@sheaf/connectors';
import { type TransferRequest, uploadsSource } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { AppError, notFound, wrongField } from '../../../errors.ts';
import type { Member } from '../../../http/viewer.ts';
import { isUuid } from '../../../platform/uuid.ts';
import type { Services } from '../../../services.ts';
import { mustOwn, type Owner } from '../../documents/index.ts';
import { type Listing, listedAsDocuments } from '../listing/listing.queries.ts';
import { canTakePart, openSide, patienceMs } from '../sides/open-side.ts';
import type { TransferAccount } from '../sides/side.ts';

export interface Chosen {
  from: TransferAccount;
  to: TransferAccount;
  folder: { id: RemoteId; name: string } | null;
}

/**
 * Checks everything about a request that can be checked before anything happens; 404 for documents of others.
 * `mayStay`: copies may go into the folder of their originals.
 */
export async function choose(
  services: Services,
  viewer: Member,
  asked: TransferRequest,
  owner: Owner = self(viewer),
  mayStay = false,
): Promise<Chosen> {
  const { db } = services;
  const from = await accountOf(services, owner, asked.from_account_id);
  const to = await accountOf(services, owner, asked.to_account_id);
  const isOne = from.id === to.id;
  if (asked.selection_type !== 'selected') {
    if (isOne) throw new AppError('conflict', 'Choose another account to transfer everything to.');
  } else {
    if (asked.document_ids.length === 0) throw wrongField('document_ids', 'Choose at least one');
    if (!asked.list) await mustBeIn(db, viewer, from, asked.document_ids);
  }
  const folder = asked.to_folder_id === null ? null : await folderOf(services, to, asked.to_folder_id);
  if (isOne) await mustLeadElsewhere(db, from, asked.document_ids, folder, mayStay);
  return { from, to, folder };
}

export const self = ({ id, membership }: Member): Owner => ({ organizationId: membership.organizationId, userId: id });

export async function accountOf(services: Services, owner: Owner, id: string): Promise<TransferAccount> {
  const { rows } = await sql<{ source: string; name: string; status: string }>`select source, name, status
    from source_accounts where id = ${id} and user_id = ${owner.userId} and removed_at is null
      and organization_id = ${owner.organizationId}`.execute(services.db);
  const [row] = rows;
  if (!row) throw notFound('This account');
  if (row.status === 'disconnected' || row.status === 'needs_reauth')
    throw new AppError('conflict', `${row.name} isn’t connected. Reconnect it first.`);
  if (!canTakePart(services, row.source)) throw new AppError('conflict', 'This app has no files to transfer.');
  return {
    id,
    organizationId: owner.organizationId,
    ownerId: owner.userId,
    source: row.source,
    name: row.name,
  };
}

async function mustBeIn(db: Executor, viewer: Member, from: TransferAccount, ids: readonly string[]): Promise<void> {
  if (from.ownerId === viewer.id) await mustOwn(db, viewer, ids, 'document_ids');
  const { rows } = await sql`select 1 from documents where id = any(${[...ids]}::uuid[])
    and account_id <> ${from.id} limit 1`.execute(db);
  if (rows.length > 0)
    throw new AppError('conflict', 'Some of these documents aren’t in the account you’re transferring from.');
}

/** The folder by the destination's id. Folders of My files have the ids of their documents. */
async function folderOf(services: Services, to: TransferAccount, id: string): Promise<Chosen['folder']> {
  const isMine = to.source === uploadsSource;
  if (isMine && !isUuid(id)) throw notFound('This folder');
  const { rows } = await sql<{
    id: RemoteId;
    name: string;
    kind: string;
  }>`select remote_id as id, name, kind from documents
    where account_id = ${to.id} and ${isMine ? sql`id = ${id}::uuid` : sql`remote_id = ${id}`} and gone_at is null
      and deleted_at is null`.execute(services.db);
  if (rows.length === 0 && isMine) throw notFound('This folder');
  const found = rows[0] ?? (await folderThere(services, to, id as RemoteId));
  if (found.kind !== 'folder') throw new AppError('conflict', 'This is a file. Choose a folder.');
  return { id: found.id, name: found.name };
}

/** Looks up the name of a folder that was never synced at the destination. */
async function folderThere(services: Services, to: TransferAccount, id: RemoteId) {
  const side = openSide(services, to, AbortSignal.timeout(patienceMs));
  try {
    return await side.files.stat(id);
  } catch (error) {
    if (error instanceof ConnectorError && error.code === 'not_found') throw notFound('This folder');
    services.log.info({ err: error }, 'the destination does not report the name of a folder');
    // Whether it exists shows at first use.
    return { id, name: '', kind: 'folder' };
  } finally {
    await side.close();
  }
}

/**
 * Within one account: the folder must not be inside the chosen ones nor, unless `mayStay`, be the one the items are in.
 */
async function mustLeadElsewhere(
  db: Executor,
  from: TransferAccount,
  ids: readonly string[],
  folder: Chosen['folder'],
  mayStay: boolean,
): Promise<void> {
  const { rows } = await sql<{ inside: boolean; same: boolean }>`with recursive target as (
      select id from documents where account_id = ${from.id} and remote_id = ${folder?.id ?? null}),
    up as (
      select d.id, d.parent_id from documents d join target t on t.id = d.id
      union
      select p.id, p.parent_id from up join documents p on p.id = up.parent_id)
    select exists (select 1 from up where id = any(${[...ids]}::uuid[])) as inside,
      exists (select 1 from documents where id = any(${[...ids]}::uuid[])
        and parent_id is not distinct from (select id from target)) as same`.execute(db);
  const { inside, same } = rows[0]!;
  if (inside) throw new AppError('conflict', 'A folder can’t be transferred into itself.');
  if (same && !mayStay) throw new AppError('conflict', 'These are already in this folder. Choose another one.');
}

/** SQL: all documents to transfer, with everything below them; from a list of the whole account, if one was made. */
export const chosenDocuments = (from: TransferAccount, asked: TransferRequest, listing: Listing | null) =>
  listing
    ? listedAsDocuments(from, listing.id)
    : asked.selection_type !== 'selected'
      ? sql`select d.*, null::text as failure from documents d where d.account_id = ${from.id} and d.gone_at is null and d.deleted_at is null`
      : sql`with recursive chosen as (
        select id from documents where id = any(${asked.document_ids}::uuid[]) and gone_at is null and deleted_at is null
        union
        select c.id from chosen p join documents c on c.parent_id = p.id where c.gone_at is null and c.deleted_at is null)
      select d.*, null::text as failure from chosen join documents d using (id)`;
