import { sql } from 'kysely';
import { offsetOf, type PageOf } from '../../db/paging.ts';
import type { Executor } from '../../db/pool.ts';
import { type Member, ownedBy } from '../../http/viewer.ts';
import { containing } from '../../platform/search.ts';
import { newId } from '../../platform/uuid.ts';

const shown = ['id', 'name', 'color'] as const;

function matching(db: Executor, viewer: Member, search: string | undefined) {
  const all = db
    .selectFrom('labels')
    .where((label) => label.and(ownedBy(viewer)))
    .where('deleted_at', 'is', null);
  return search?.trim() ? all.where(sql`lower(name)`, 'like', containing(search.trim())) : all;
}

/** A page by name, each row with the number of all that match. */
export function listLabels(db: Executor, viewer: Member, query: PageOf & { search?: string }) {
  const matches = matching(db, viewer, query.search);
  return matches
    .select(shown)
    .select(() => matches.select(sql<number>`count(*)`.as('count')).as('total'))
    .orderBy(sql`lower(name)`)
    .limit(query.per_page)
    .offset(offsetOf(query))
    .execute();
}

export async function countLabels(db: Executor, viewer: Member, search: string | undefined): Promise<number> {
  const row = await matching(db, viewer, search).select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  return row.count;
}

export function findLabel(db: Executor, viewer: Member, id: string) {
  return db
    .selectFrom('labels')
    .select(shown)
    .where((label) => label.and({ id, ...ownedBy(viewer) }))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export function insertLabel(db: Executor, viewer: Member, label: { name: string; color: string }) {
  const row = { id: newId(), ...ownedBy(viewer), ...label };
  return db.insertInto('labels').values(row).returning(shown).executeTakeFirstOrThrow();
}

export function updateLabel(db: Executor, viewer: Member, id: string, change: { name: string; color: string }) {
  return db
    .updateTable('labels')
    .set(change)
    .where((label) => label.and({ id, ...ownedBy(viewer) }))
    .where('deleted_at', 'is', null)
    .returning(shown)
    .executeTakeFirst();
}

/** Hides or shows again; answers nothing where there is no such label in the other state. */
export function setLabelDeleted(db: Executor, viewer: Member, id: string, deleted: boolean) {
  return db
    .updateTable('labels')
    .set({ deleted_at: deleted ? sql`now()` : null })
    .where((label) => label.and({ id, ...ownedBy(viewer) }))
    .where('deleted_at', deleted ? 'is' : 'is not', null)
    .returning(shown)
    .executeTakeFirst();
}
