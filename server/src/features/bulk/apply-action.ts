import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { deletePermitted, type LeftOut, movePermitted } from '../my-files/index.ts';
import { shareWithin } from '../sharing/index.ts';
import { addStars, removeStars } from '../stars/index.ts';
import { addTags, collectionTags, labelTags, removeTags, type Tagged } from '../tags/index.ts';
import type { BulkRow } from './bulk-row.ts';

interface Applied {
  changed: number;
  leftOut: LeftOut[];
}

type Kind =
  | 'label added'
  | 'label removed'
  | 'collection added'
  | 'collection removed'
  | 'starred'
  | 'unstarred'
  | 'deleted'
  | 'moved';

interface Change {
  kind: Kind;
  document_id: string;
  tag_id: string | null;
  name?: string;
}

/** Applies the batch's action to these documents, and records what can be undone. */
export async function applyAction(
  services: Services,
  tx: Executor,
  viewer: Member,
  { id, action, change }: BulkRow,
  ids: readonly string[],
): Promise<Applied> {
  const noted = (kind: Kind, changed: readonly string[]) =>
    note(
      tx,
      id,
      changed.map((document_id) => ({ kind, document_id, tag_id: null })),
    );
  switch (action) {
    case 'tag':
      return tag(tx, viewer, { id, change }, ids);
    case 'star': {
      const starred = await addStars(tx, viewer, ids);
      await noted('starred', starred);
      return { changed: starred.length, leftOut: [] };
    }
    case 'unstar': {
      const unstarred = await removeStars(tx, viewer, ids);
      await noted('unstarred', unstarred);
      return { changed: unstarred.length, leftOut: [] };
    }
    case 'keep_one':
    case 'delete': {
      const { deleted, tops, leftOut } = await deletePermitted(services, tx, viewer, ids);
      await noted('deleted', tops);
      return { changed: deleted.length, leftOut };
    }
    case 'move': {
      const { moved, leftOut } = await movePermitted(services, tx, viewer, ids, change);
      // Changes are undone last first, so that a replaced document comes back after the one that replaced it has left.
      const changes = moved.flatMap(({ id: document_id, parent_id, name, replaced }): Change[] => [
        ...(replaced ? [{ kind: 'deleted' as const, document_id: replaced, tag_id: null }] : []),
        { kind: 'moved', document_id, tag_id: parent_id, name },
      ]);
      await note(tx, id, changes);
      return { changed: moved.length, leftOut };
    }
    case 'copy':
      throw new Error('Copies are made by transfers');
    case 'share': {
      const own = await ownOf(tx, viewer, ids);
      const shared = own.length > 0 ? await shareWithin(tx, viewer, { ...change, document_ids: own }) : [];
      const others = ids.length - own.length;
      return { changed: shared.length, leftOut: others > 0 ? [{ reason: ofOthers, count: others }] : [] };
    }
  }
}

const ofOthers = 'Only the owner can share a document.';

async function tag(
  tx: Executor,
  viewer: Member,
  { id, change }: Pick<BulkRow, 'id' | 'change'>,
  ids: readonly string[],
): Promise<Applied> {
  const changes = [
    kindOf('label removed', await removeTags(tx, viewer, labelTags, ids, change.remove_labels)),
    kindOf('collection removed', await removeTags(tx, viewer, collectionTags, ids, change.remove_collections)),
    kindOf('label added', await addTags(tx, viewer, labelTags, ids, change.add_labels)),
    kindOf('collection added', await addTags(tx, viewer, collectionTags, ids, change.add_collections)),
  ].flat();
  await note(tx, id, changes);
  return { changed: new Set(changes.map(({ document_id }) => document_id)).size, leftOut: [] };
}

const kindOf = (kind: Kind, tagged: readonly Tagged[]): Change[] =>
  tagged.map(({ document_id, tag: tag_id }) => ({ kind, document_id, tag_id }));

async function note(tx: Executor, batchId: string, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`insert into bulk_changes (batch_id, document_id, kind, tag_id, name)
    select ${batchId}, (c->>'document_id')::uuid, c->>'kind', (c->>'tag_id')::uuid, c->>'name'
    from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) with ordinality as x (c, place) order by place`.execute(
    tx,
  );
}

async function ownOf(tx: Executor, viewer: Member, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from documents where id = any(${[...ids]}::uuid[])
    and owner_id = ${viewer.id} and deleted_at is null`.execute(tx);
  return rows.map(({ id }) => id);
}
