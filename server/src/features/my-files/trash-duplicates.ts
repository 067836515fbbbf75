import { type DataOf, type duplicates, limits, uploadsSource } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { notFound } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { lockAccount, markDeleted } from '../documents/index.ts';
import { cannotWrite } from '../sources/index.ts';
import { recordTrash } from '../writes/index.ts';
import { noteDeleted } from './remove.ts';

interface Asked {
  /** The SHA-256 of the content, in hexadecimal. */
  id: string;
  /** The file to keep: an id, or the newest or oldest. */
  keep: string;
}

/**
 * Keeps one file of each content, in one transaction and one request of a member at a time: two requests that keep
 * different copies would otherwise leave none.
 */
export async function trashDuplicates(
  services: Services,
  viewer: Member,
  contents: readonly Asked[],
): Promise<DataOf<typeof duplicates.trash>> {
  return services.db.transaction().execute(async (tx) => {
    await lockDuplicates(tx, viewer);
    const copies = await copiesOf(tx, viewer, contents);
    const byContent = Map.groupBy(copies, ({ content }) => content);
    const surplus = contents.flatMap(({ id, keep }) => surplusOf(byContent.get(id) ?? [], keep));
    const reasons = Map.groupBy(surplus, (copy) => reasonOf(services, copy));
    const movable = (reasons.get(null) ?? []).slice(0, limits.documentsAtOnce);
    await moveToTrash(services, tx, viewer, movable);
    return {
      trashed: movable.map(({ id }) => id),
      left_out: [...reasons].flatMap(([reason, { length }]) => (reason === null ? [] : { reason, count: length })),
    };
  });
}

/** Until the end of the transaction, no other request trashes duplicates of the viewer. */
export async function lockDuplicates(tx: Executor, { id, membership: { organizationId } }: Member): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`duplicates ${organizationId} ${id}`}, 0))`.execute(tx);
}

/** SQL: whether a row `a` of document_access is a duplicate file of the viewer other than the one to keep. */
export function isSurplus(viewer: Member, keep: 'newest' | 'oldest') {
  const own = (document: string) => sql`${sql.ref(`${document}.owner_id`)} = ${viewer.id}
    and ${sql.ref(`${document}.stored_size`)} > 0 and ${sql.ref(`${document}.deleted_at`)} is null`;
  return sql`exists (select from documents d join documents kept on kept.organization_id = d.organization_id
      and kept.sha256 = d.sha256 and ${own('kept')}
      and (kept.placed_at, kept.id) ${keep === 'newest' ? sql`>` : sql`<`} (d.placed_at, d.id)
    join source_accounts c on c.id = kept.account_id and c.removed_at is null
    where d.id = a.document_id and d.organization_id = ${viewer.membership.organizationId} and ${own('d')})`;
}

interface Copy {
  id: string;
  content: string;
  account_id: string;
  source: string;
  status: string;
  access: string[];
  remote_id: string;
}

/** Copies beyond this stay listed and need another request. */
const maxCopies = 10_000;

/** The viewer's files with these contents, newest first. */
async function copiesOf(tx: Executor, viewer: Member, contents: readonly Asked[]): Promise<Copy[]> {
  const hashes = contents.map(({ id }) => Buffer.from(id, 'hex'));
  const { rows } =
    await sql<Copy>`select d.id, encode(d.sha256, 'hex') as content, d.account_id, c.source, c.status, c.access,
      d.remote_id
    from documents d join source_accounts c on c.id = d.account_id and c.user_id = ${viewer.id} and c.removed_at is null
    where d.organization_id = ${viewer.membership.organizationId} and d.owner_id = ${viewer.id}
      and d.sha256 = any(${hashes}::bytea[]) and d.stored_size > 0 and d.deleted_at is null
    order by d.placed_at desc, d.id desc limit ${sql.lit(maxCopies)}`.execute(tx);
  return rows;
}

/** All copies but the one to keep, which must still exist. */
function surplusOf(copies: readonly Copy[], keep: string): Copy[] {
  const kept = keep === 'newest' ? copies[0] : keep === 'oldest' ? copies.at(-1) : copies.find(({ id }) => id === keep);
  if (!kept) throw notFound('This document');
  return copies.filter((copy) => copy !== kept);
}

const reasonOf = (services: Services, { source, status, access, remote_id: remoteId }: Copy): string | null =>
  cannotWrite(services, { source, status, access }, { remoteId, isFolder: false }).delete;

/** Locks accounts in the order of their ids, like everyone who locks several. */
async function moveToTrash(services: Services, tx: Executor, viewer: Member, copies: readonly Copy[]): Promise<void> {
  const owner = { organizationId: viewer.membership.organizationId, userId: viewer.id };
  const byAccount = Map.groupBy(copies, ({ account_id }) => account_id);
  for (const [accountId, found] of [...byAccount].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const ids = found.map(({ id }) => id);
    if (found[0]!.source === uploadsSource) {
      await lockAccount(tx, accountId);
      await markDeleted(tx, accountId, sql`id = any(${ids}::uuid[])`);
    } else await recordTrash(services, tx, viewer, { accountId, owner }, ids);
    await noteDeleted(tx, viewer, ids);
  }
}
