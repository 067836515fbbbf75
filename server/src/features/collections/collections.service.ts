import type { Collection } from '@sheaf/contract';
import { type PageOf, paged } from '../../db/paging.ts';
import { isUniqueViolation, notFound, wrongField } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import {
  countCollections,
  findCollection,
  insertCollection,
  listCollections,
  setCollectionDeleted,
  updateCollection,
} from './collections.queries.ts';

type Row = { id: string; name: string; updated_at: Date };

const present = ({ id, name, updated_at }: Row): Collection => ({ id, name, updated_at: updated_at.toISOString() });

function found(row: Row | undefined): Collection {
  if (!row) throw notFound('This collection');
  return present(row);
}

/** Names are unique among one's collections, also for two requests at once: the index decides. */
async function uniquely<T>(write: Promise<T>): Promise<T> {
  return write.catch((error) => {
    throw isUniqueViolation(error) ? wrongField('name', 'You already have a collection with this name') : error;
  });
}

export async function pageOfCollections({ db }: Services, viewer: Member, query: PageOf & { search?: string }) {
  const rows = await listCollections(db, viewer, query);
  return paged(query, rows, present, () => countCollections(db, viewer, query.search));
}

export const getCollection = async ({ db }: Services, viewer: Member, id: string) =>
  found(await findCollection(db, viewer, id));

export const createCollection = async ({ db }: Services, viewer: Member, collection: { name: string }) =>
  present(await uniquely(insertCollection(db, viewer, collection)));

export const changeCollection = async ({ db }: Services, viewer: Member, id: string, change: { name: string }) =>
  found(await uniquely(updateCollection(db, viewer, id, change)));

export const deleteCollection = async ({ db }: Services, viewer: Member, id: string) =>
  found(await setCollectionDeleted(db, viewer, id, true));

export const restoreCollection = async ({ db }: Services, viewer: Member, id: string) =>
  found(await uniquely(setCollectionDeleted(db, viewer, id, false)));
