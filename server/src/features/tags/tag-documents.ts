import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { mustFindAll } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { mustSee, note } from '../documents/index.ts';

/** Labels and collections hold documents in the same way. */
interface TagKind {
  things: 'labels' | 'collections';
  links: 'label_documents' | 'collection_documents';
  link: 'label_id' | 'collection_id';
  noted: 'labelled' | 'collected';
  /** As in messages. */
  one: string;
}

export const labelTags: TagKind = {
  things: 'labels',
  links: 'label_documents',
  link: 'label_id',
  noted: 'labelled',
  one: 'label',
};
export const collectionTags: TagKind = {
  things: 'collections',
  links: 'collection_documents',
  link: 'collection_id',
  noted: 'collected',
  one: 'collection',
};

const ownTags = ({ things }: TagKind, viewer: Member) =>
  sql`select id, name from ${sql.table(things)} where user_id = ${viewer.id} and deleted_at is null
    and organization_id = ${viewer.membership.organizationId}`;

/** The given list replaces the old one. */
export async function setTags(
  { db }: Services,
  viewer: Member,
  kind: TagKind,
  documentId: string,
  ids: readonly string[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await mustSee(tx, viewer, [documentId]);
    await mustHave(tx, viewer, kind, { [kind.things]: ids });
    await remove(tx, viewer, kind, [documentId], sql`t.id <> all(${[...ids]}::uuid[])`);
    await addTags(tx, viewer, kind, [documentId], ids);
  });
}

export interface TagChange {
  document_ids: string[];
  add_labels: string[];
  remove_labels: string[];
  add_collections: string[];
  remove_collections: string[];
}

export async function changeTags({ db }: Services, viewer: Member, change: TagChange): Promise<void> {
  const { document_ids: documents } = change;
  await db.transaction().execute(async (tx) => {
    const { add_labels, remove_labels, add_collections, remove_collections } = change;
    await mustSee(tx, viewer, documents, 'document_ids');
    await mustHave(tx, viewer, labelTags, { add_labels, remove_labels });
    await mustHave(tx, viewer, collectionTags, { add_collections, remove_collections });
    await removeTags(tx, viewer, labelTags, documents, change.remove_labels);
    await removeTags(tx, viewer, collectionTags, documents, change.remove_collections);
    await addTags(tx, viewer, labelTags, documents, change.add_labels);
    await addTags(tx, viewer, collectionTags, documents, change.add_collections);
  });
}

/**
 * Throws for labels or collections of others as for unknown ones. `lists` has their ids by the name of the call's
 * field.
 */
export async function mustHave(
  tx: Executor,
  viewer: Member,
  kind: TagKind,
  lists: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const all = Object.values(lists).flat();
  if (all.length === 0) return;
  const { rows } = await sql<{ id: string }>`select id from (${ownTags(kind, viewer)}) t
    where id = any(${all}::uuid[])`.execute(tx);
  const found = rows.map(({ id }) => id);
  for (const [field, ids] of Object.entries(lists))
    mustFindAll(ids, found, { one: kind.one, many: kind.things, field });
}

/** A label or collection that was added to or removed from a document. */
export interface Tagged {
  document_id: string;
  tag: string;
}

/** Returns the added ones. */
export async function addTags(
  tx: Executor,
  viewer: Member,
  kind: TagKind,
  documents: readonly string[],
  ids: readonly string[],
): Promise<Tagged[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ document_id: string; name: string; tag: string }>`with own as (${ownTags(kind, viewer)}),
      added as (
        insert into ${sql.table(kind.links)} (organization_id, ${sql.ref(kind.link)}, document_id)
        select ${viewer.membership.organizationId}, own.id, x.id
        from own cross join unnest(${[...documents]}::uuid[]) x (id) where own.id = any(${[...ids]}::uuid[])
        on conflict do nothing returning ${sql.ref(kind.link)} as tag, document_id)
    select added.document_id, added.tag, own.name from added join own on own.id = added.tag`.execute(tx);
  await note(
    tx,
    viewer,
    rows.map(({ document_id, name }) => ({ document_id, kind: kind.noted, detail: name })),
  );
  await date(tx, kind, rows);
  return rows;
}

/** Returns the removed ones. */
export const removeTags = (
  tx: Executor,
  viewer: Member,
  kind: TagKind,
  documents: readonly string[],
  ids: readonly string[],
): Promise<Tagged[]> => remove(tx, viewer, kind, documents, sql`t.id = any(${[...ids]}::uuid[])`);

async function remove(
  tx: Executor,
  viewer: Member,
  kind: TagKind,
  documents: readonly string[],
  which: ReturnType<typeof sql>,
): Promise<Tagged[]> {
  const { rows } = await sql<Tagged>`delete from ${sql.table(kind.links)} x using (${ownTags(kind, viewer)}) t
    where x.${sql.ref(kind.link)} = t.id and x.document_id = any(${[...documents]}::uuid[]) and ${which}
    returning x.document_id, x.${sql.ref(kind.link)} as tag`.execute(tx);
  await date(tx, kind, rows);
  return rows;
}

/** Records when a collection was last changed. */
async function date(tx: Executor, { things }: TagKind, rows: readonly { tag: string }[]): Promise<void> {
  if (things !== 'collections' || rows.length === 0) return;
  await sql`update collections set updated_at = now() where id = any(${[...new Set(rows.map(({ tag }) => tag))]}::uuid[])`.execute(
    tx,
  );
}
