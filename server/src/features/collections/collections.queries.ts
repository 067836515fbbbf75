import { sql } from 'kysely';
import { offsetOf, type PageOf } from '../../db/paging.ts';
import type { Executor } from '../../db/pool.ts';
import { type Member, ownedBy } from '../../http/viewer.ts';
import { containing } from '../../platform/search.ts';
import { newId } from '../../platform/uuid.ts';

const shown = ['id', 'name', 'updated_at'] as const;

function matching(db: Executor, viewer: Member, search: string | undefined) {
  const all = db
    .selectFrom('collections')
    .where((collection) => collection.and(ownedBy(viewer)))
    .where('deleted_at', 'is', null);
  return search?.trim() ? all.where(sql`lower(name)`, 'like', containing(search.trim())) : all;
}

/** A page by name, each row with the number of all that match. */
export function listCollections(db: Executor, viewer: Member, query: PageOf & { search?: string }) {
  const matches = matching(db, viewer, query.search);
  return matches
    .select(shown)
    .select(() => matches.select(sql<number>`count(*)`.as('count')).as('total'))
    .orderBy(sql`lower(name)`)
    .limit(query.per_page)
    .offset(offsetOf(query))
    .execute();
}

export async function countCollections(db: Executor, viewer: Member, search: string | undefined): Promise<number> {
  const row = await matching(db, viewer, search).select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  return row.count;
}

export function findCollection(db: Executor, viewer: Member, id: string) {
  return db
    .selectFrom('collections')
    .select(shown)
    .where((collection) => collection.and({ id, ...ownedBy(viewer) }))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export function insertCollection(db: Executor, viewer: Member, collection: { name: string }) {
  const row = { id: newId(), ...ownedBy(viewer), ...collection };
  return db.insertInto('collections').values(row).returning(shown).executeTakeFirstOrThrow();
}

export function updateCollection(db: Executor, viewer: Member, id: string, change: { name: string }) {
  return db
    .updateTable('collections')
    .set({ ...change, updated_at: sql`now()` })
    .where((collection) => collection.and({ id, ...ownedBy(viewer) }))
    .where('deleted_at', 'is', null)
    .returning(shown)
    .executeTakeFirst();
}

/** Hides or shows again; answers nothing where there is no such collection in the other state. */
export function setCollectionDeleted(db: Executor, viewer: Member, id: string, deleted: boolean) {
  return db
    .updateTable('collections')
    .set({ deleted_at: deleted ? sql`now()` : null })
    .where((collection) => collection.and({ id, ...ownedBy(viewer) }))
    .where('deleted_at', deleted ? 'is' : 'is not', null)
    .returning(shown)
    .executeTakeFirst();
}
