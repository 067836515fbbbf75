import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { sees } from '../access/index.ts';
import { deletePermitted, type LeftOut, movePermittedBack, restorePermitted } from '../my-files/index.ts';
import { addStars, removeStars } from '../stars/index.ts';
import { addTags, collectionTags, labelTags, removeTags } from '../tags/index.ts';

interface Undone {
  kind: string;
  document_id: string;
  tag_id: string | null;
  /** The old name of a moved document. */
  name: string | null;
}

/**
 * Undoes the last changes of a batch, as far as the viewer still sees the documents. Returns how many there were, and
 * why some can't be undone.
 */
export async function undoSlice(
  services: Services,
  tx: Executor,
  viewer: Member,
  batchId: string,
  max: number,
): Promise<{ undone: number; leftOut: LeftOut[] }> {
  const { rows } = await sql<Undone>`with last as (select number from bulk_changes where batch_id = ${batchId}
      order by number desc limit ${max}),
    gone as (delete from bulk_changes c using last where c.number = last.number
      returning c.number, c.kind, c.document_id, c.tag_id, c.name)
    select kind, document_id, tag_id, name from gone order by number desc`.execute(tx);
  const leftOut: LeftOut[] = [];
  const moved = rows.filter(({ kind }) => kind === 'moved');
  if (moved.length > 0) leftOut.push(...(await movePermittedBack(services, tx, viewer, moved.map(asMoved))));
  const others = rows.filter(({ kind }) => kind !== 'moved');
  for (const [key, changes] of Map.groupBy(others, ({ kind, tag_id }) => `${kind} ${tag_id}`)) {
    const { kind, tag_id } = changes[0]!;
    const ids = changes.map(({ document_id }) => document_id);
    if (kind === 'copied') leftOut.push(...(await removeCopies(services, tx, viewer, ids)));
    else if (kind === 'deleted') leftOut.push(...(await restorePermitted(services, tx, viewer, ids)));
    else if (!(await undo(tx, viewer, kind, tag_id, ids))) throw new Error(`Nothing undoes ${key}`);
  }
  return { undone: rows.length, leftOut };
}

const added = 'Something else is in these folders now.';

/** Moves copies to the trash, except for folders that now contain something else. */
async function removeCopies(
  services: Services,
  tx: Executor,
  viewer: Member,
  ids: readonly string[],
): Promise<LeftOut[]> {
  const { rows } = await sql<{ id: string }>`select top.id from unnest(${[...ids]}::uuid[]) top (id)
    where exists (with recursive below as (
        select d.id, d.kind, d.copied_from from documents d where d.parent_id = top.id and d.deleted_at is null
        union all
        select d.id, d.kind, d.copied_from from below join documents d on d.parent_id = below.id and d.deleted_at is null)
      select from below where copied_from is null)`.execute(tx);
  const kept = new Set(rows.map(({ id }) => id));
  const { leftOut } = await deletePermitted(
    services,
    tx,
    viewer,
    ids.filter((id) => !kept.has(id)),
  );
  return kept.size > 0 ? [...leftOut, { reason: added, count: kept.size }] : leftOut;
}

const asMoved = ({ document_id: id, tag_id: parent_id, name }: Undone) => ({ id, parent_id, name: name! });

async function undo(
  tx: Executor,
  viewer: Member,
  kind: string,
  tagId: string | null,
  ids: readonly string[],
): Promise<boolean> {
  const tags = tagId ? [tagId] : [];
  if (kind === 'starred') await removeStars(tx, viewer, ids);
  else if (kind === 'unstarred') await addStars(tx, viewer, await seenOf(tx, viewer, ids));
  else if (kind === 'label added') await removeTags(tx, viewer, labelTags, ids, tags);
  else if (kind === 'collection added') await removeTags(tx, viewer, collectionTags, ids, tags);
  else if (kind === 'label removed') await addTags(tx, viewer, labelTags, await seenOf(tx, viewer, ids), tags);
  else if (kind === 'collection removed')
    await addTags(tx, viewer, collectionTags, await seenOf(tx, viewer, ids), tags);
  else return false;
  return true;
}

async function seenOf(tx: Executor, viewer: Member, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select d.id from documents d where d.id = any(${[...ids]}::uuid[])
    and d.organization_id = ${viewer.membership.organizationId} and ${sees(viewer, sql`d.id`)}`.execute(tx);
  return rows.map(({ id }) => id);
}
