import { sql } from 'kysely';
import { oneByOne } from '../../../db/plan-hints.ts';
import type { Executor } from '../../../db/pool.ts';
import { addToCounts } from '../../sources/index.ts';
import { placed, takenFrom } from '../columns.ts';

/** A document, and the id of its copy at the destination. */
export interface Copy {
  documentId: string | null;
  remoteId: string;
  /** The hash of the bytes that were copied. */
  sha256: string | null;
}

const recordsetOf = (copies: readonly Copy[]) => {
  const rows = copies.map(({ documentId, remoteId, sha256 }) => ({
    document_id: documentId,
    remote_id: remoteId,
    sha256,
  }));
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (document_id uuid, remote_id text, sha256 text)`;
};

/** SQL: the document of a copy `x`. */
const placeAt = (accountId: string) =>
  sql`select id from documents where account_id = ${accountId} and remote_id = x.remote_id ${oneByOne}`;

/** Links each copy with its original. Bytes that are already stored here are not fetched again. */
export async function linkCopies(tx: Executor, toAccountId: string, copies: readonly Copy[]): Promise<void> {
  await sql`update documents d set copied_from = s.id,
      content = case when k.known then 'stored' else d.content end,
      sha256 = case when k.known then s.sha256 else d.sha256 end,
      stored_size = case when k.known then s.stored_size else d.stored_size end
    from ${recordsetOf(copies)}
    join documents s on s.id = x.document_id
    cross join lateral (select s.content = 'stored' and s.sha256 = decode(x.sha256, 'hex') as known) k
    cross join lateral (${placeAt(toAccountId)}) place
    where d.id = place.id and d.id <> s.id`.execute(tx);
}

/** A moved document, and the row of its new place. */
export interface Move {
  id: string;
  place: string;
}

export async function findMoves(
  tx: Executor,
  accounts: { from: string; to: string },
  copies: readonly Copy[],
): Promise<Move[]> {
  const { rows } = await sql<Move>`select distinct on (place.id) s.id, place.id as place
    from ${recordsetOf(copies)}
    join documents s on s.id = x.document_id and s.account_id = ${accounts.from}
    cross join lateral (${placeAt(accounts.to)}) place where place.id <> s.id`.execute(tx);
  return rows;
}

export const recordsetOfMoves = (moves: readonly Move[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as x (id uuid, place uuid)`;

/**
 * Subtracts moved documents from the counts of My files, which are kept up to date; other sources are counted at the
 * end of a sync.
 */
export async function subtractMoved(tx: Executor, accountId: string, moves: readonly Move[]): Promise<void> {
  const { rows } = await sql<{
    files: number;
    bytes: number;
  }>`select -count(*) filter (where deleted_at is null) as files,
      -coalesce(sum(stored_size), 0)::bigint as bytes from documents
    where id = any(${moves.map(({ id }) => id)}::uuid[]) and kind <> 'folder'`.execute(tx);
  await addToCounts(tx, accountId, rows[0]!);
}

/** Gives each document the place of the other row, which is deleted first, since two rows can't have the same place. */
export async function takePlaces(tx: Executor, moves: readonly Move[]): Promise<void> {
  const { rows } = await sql<{ place: unknown }>`with gone as (
      delete from documents d using ${recordsetOfMoves(moves)} where d.id = x.place returning x.id as heir, d.*)
    select to_jsonb(gone) as place from gone`.execute(tx);
  const places = JSON.stringify(rows.map(({ place }) => place));
  await sql`update documents d set ${takenFrom(placed, 'p')},
      gone_at = null, kept = false, deleted_at = null, updated_at = now()
    from jsonb_populate_recordset(null::documents, ${places}::jsonb) p
    join jsonb_to_recordset(${places}::jsonb) as k (id uuid, heir uuid) on k.id = p.id
    where d.id = k.heir`.execute(tx);
  // Documents in a folder whose place was taken belong to its new row.
  await sql`update documents d set parent_id = x.id from ${recordsetOfMoves(moves)} where d.parent_id = x.place`.execute(
    tx,
  );
}
