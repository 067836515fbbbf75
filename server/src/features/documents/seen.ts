import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { mustFindAll } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import { sees } from '../access/index.ts';

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

const documents = { one: 'document', many: 'documents' };
const idOf = ({ id }: Seen): string => id;

/** All of these, or the answer is that there is no such document; it names those of a list, which the call calls `field`. */
export async function mustSee(db: Executor, viewer: Member, ids: readonly string[], field?: string): Promise<Seen[]> {
  const seen = await seenOf(db, viewer, ids);
  mustFindAll(ids, seen.map(idOf), { ...documents, field });
  return seen;
}

/** All of these are one's own, or the answer is that there is no such document. */
export async function mustOwn(db: Executor, viewer: Member, ids: readonly string[], field?: string): Promise<void> {
  const own = (await seenOf(db, viewer, ids)).filter((document) => document.own);
  mustFindAll(ids, own.map(idOf), { ...documents, field });
}
