import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { sees } from '../../db/seen-by.ts';
import { notFound } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';

export interface Seen {
  id: string;
  own: boolean;
}

/** Of these documents, the ones somebody may see. */
async function seenOf(db: Executor, viewer: Member, ids: readonly string[]): Promise<Seen[]> {
  const { rows } = await sql<Seen>`select d.id, d.owner_id = ${viewer.id} as own from documents d
    where d.id = any(${[...new Set(ids)]}::uuid[]) and d.organization_id = ${viewer.membership.organizationId}
      and ${sees(viewer, sql`d.id`)}`.execute(db);
  return rows;
}

/** All of these, or the answer is that there is no such document. */
export async function mustSee(db: Executor, viewer: Member, ids: readonly string[]): Promise<Seen[]> {
  const seen = await seenOf(db, viewer, ids);
  if (seen.length !== new Set(ids).size) throw notFound(ids.length === 1 ? 'This document' : 'One of these documents');
  return seen;
}

/** All of these are one's own, or the answer is that there is no such document. */
export async function mustOwn(db: Executor, viewer: Member, ids: readonly string[]): Promise<void> {
  const seen = await mustSee(db, viewer, ids);
  if (!seen.every(({ own }) => own)) throw notFound(ids.length === 1 ? 'This document' : 'One of these documents');
}
