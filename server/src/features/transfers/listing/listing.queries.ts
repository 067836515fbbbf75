import type { Checkpoint, NotIncluded } from '@sheaf/connectors';
import { uploadsSource } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { type LeasedRow, leasedRow } from '../../../jobs/lease.ts';
import { newId } from '../../../platform/uuid.ts';
import type { TransferAccount } from '../sides/side.ts';

/** A list of a whole account, finished or in progress. */
export interface Listing {
  id: string;
  status: 'running' | 'done' | 'failed' | 'dropped';
  checkpoint: Checkpoint | null;
  files: number;
  not_included: NotIncluded[];
  problem: string | null;
  stalled: number;
}

const columns = sql`l.id, l.status, l.checkpoint, l.files, l.not_included, l.problem, l.stalled`;

export async function findListing(db: Executor, id: string): Promise<Listing | undefined> {
  const { rows } = await sql<Listing>`select ${columns} from transfer_listings l where l.id = ${id}`.execute(db);
  return rows[0];
}

/** Lists older than this are made again. */
const freshMinutes = 30;

/** The newest usable list of an account for a review: in progress, recently finished, or failed without a report. */
export async function newestListing(db: Executor, account: TransferAccount): Promise<Listing | undefined> {
  const { rows } = await sql<Listing>`select ${columns} from transfer_listings l
    where l.organization_id = ${account.organizationId} and l.account_id = ${account.id} and l.transfer_id is null
      and (l.status in ('running', 'failed') or l.status = 'done' and l.finished_at > now() - make_interval(mins => ${freshMinutes}))
    order by l.created_at desc limit 1`.execute(db);
  return rows[0];
}

export async function insertListing(tx: Executor, account: TransferAccount, transferId: string | null) {
  const id = newId();
  await sql`insert into transfer_listings (id, organization_id, account_id, transfer_id)
    values (${id}, ${account.organizationId}, ${account.id}, ${transferId})`.execute(tx);
  return (await findListing(tx, id))!;
}

export const listingLease = (id: string): LeasedRow =>
  leasedRow(
    sql`update transfer_listings set run_token = run_token + 1 where id = ${id} returning run_token`,
    (locking) => sql`select run_token from transfer_listings where id = ${id} ${locking}`,
  );

/** Whether all of an account is synced, so that its documents are everything in it. */
export async function isFullySynced(db: Executor, account: Pick<TransferAccount, 'id' | 'source'>): Promise<boolean> {
  if (account.source === uploadsSource) return true;
  const { rows } = await sql<{ full: boolean }>`select settings->>'file_mode' = 'all' and complete_listing > 0
      and listing_scope = 'all' and not choice_changed as full from source_accounts where id = ${account.id}`.execute(
    db,
  );
  return rows[0]?.full ?? false;
}

/** SQL: the content of a list, with its documents here, as columns of documents. */
export const listedAsDocuments = (account: Pick<TransferAccount, 'id'>, listingId: string) =>
  sql`select l.place, l.remote_id, l.parent_remote_id, l.kind, l.name, l.mime_type, l.size, l.revision, l.hashes, l.exports,
      l.remote_modified_at, l.failure, d.id, d.stored_size, l.parent_remote_id as parent_id, left(lower(l.name), 500) as name_key
    from transfer_listed l left join documents d on d.account_id = ${account.id} and d.remote_id = l.remote_id
      and d.gone_at is null and d.deleted_at is null
    where l.listing_id = ${listingId}`;
