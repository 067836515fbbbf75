import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { mustFindAll } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import { sees } from '../access/index.ts';

export interface Seen {
  id: string;
  own: boolean;
}

/** Returns those of these documents that the viewer may see. */
async function seenOf(db: Executor, viewer: Member, ids: readonly string[]): Promise<Seen[]> {
  const { rows } = await sql<Seen>`select d.id, d.owner_id = ${viewer.id} as own from documents d
    where d.id = any(${[...new Set(ids)]}::uuid[]) and d.organization_id = ${viewer.membership.organizationId}
      and ${sees(viewer, sql`d.id`)}`.execute(db);
  return rows;
}

const documents = { one: 'document', many: 'documents' };
const idOf = ({ id }: Seen): string => id;

/**
 * Throws "not found" unless the viewer may see all of these. For a list, `field` is its name in the call, and the error
 * names the missing ones.
 */
export async function mustSee(db: Executor, viewer: Member, ids: readonly string[], field?: string): Promise<Seen[]> {
  const seen = await seenOf(db, viewer, ids);
  mustFindAll(ids, seen.map(idOf), { ...documents, field });
  return seen;
}

/** Throws "not found" unless all of these are the viewer's own. */
export async function mustOwn(db: Executor, viewer: Member, ids: readonly string[], field?: string): Promise<void> {
  const own = (await seenOf(db, viewer, ids)).filter((document) => document.own);
  mustFindAll(ids, own.map(idOf), { ...documents, field });
}
