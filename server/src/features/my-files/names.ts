import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';
import { insertFolderRow, type Owner, type Place } from '../catalog/index.ts';

export interface Found {
  id: string;
  kind: string;
  size: number;
}

/** Names differ if they differ in more than case, as on most people's computers. */
const named = ({ accountId, folderId }: Place, name: ReturnType<typeof sql>) => sql`account_id = ${accountId}
  and parent_id ${folderId ? sql`= ${folderId}` : sql`is null`}
  and name_key = left(lower(${name}), 500) and listing = 0 and deleted_at is null`;

export async function findByName(db: Executor, place: Place, name: string): Promise<Found | undefined> {
  const { rows } = await sql<Found>`select id, kind, coalesce(stored_size, 0) as size from documents
    where ${named(place, sql`${name}::text`)}`.execute(db);
  return rows[0];
}

const maxTries = 10_000;

/** The name itself, or the first free one of 'name (1).txt', 'name (2).txt' and so on. */
export async function freeName(tx: Executor, place: Place, name: string, isFolder: boolean): Promise<string> {
  if (!(await findByName(tx, place, name))) return name;
  const dot = isFolder ? -1 : name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  const { rows } = await sql<{ name: string }>`select x.name
    from generate_series(1, ${maxTries}) n, lateral (select ${stem.slice(0, 230)}::text || ' (' || n || ')' || ${ending}::text as name) x
    where not exists (select 1 from documents where ${named(place, sql`x.name`)})
    order by n limit 1`.execute(tx);
  if (!rows[0]) throw new AppError('conflict', `Too many files in this folder are named “${name}”.`);
  return rows[0].name;
}

/** Follows folders by name, as far as they exist; null where they do not. */
export async function findPlace(db: Executor, start: Place, folders: readonly string[]): Promise<Place | null> {
  let place = start;
  for (const name of folders) {
    const found = await findByName(db, place, name);
    if (!found) return null;
    place = { ...place, folderId: folderOf(found, name) };
  }
  return place;
}

/** The same, and makes what is missing. Only under the account's lock. */
export async function makePlace(tx: Executor, owner: Owner, start: Place, folders: readonly string[]): Promise<Place> {
  let place = start;
  for (const name of folders) {
    const found = await findByName(tx, place, name);
    place = { ...place, folderId: found ? folderOf(found, name) : await insertFolder(tx, owner, place, name) };
  }
  return place;
}

function folderOf({ id, kind }: Found, name: string): string {
  if (kind !== 'folder') throw new AppError('conflict', `A file named “${name}” is where the folder should go.`);
  return id;
}

/** Deeper than anybody sorts by hand, and no deeper than clouds are listed: what a share costs grows with its square. */
const deepest = 512;

/** Refuses `levels` of folders more in this one where that would be too deep. */
export async function mustNotBeTooDeep(tx: Executor, folderId: string | null, levels: number): Promise<void> {
  const { rows } = await sql<{ depth: number }>`with recursive up as (
      select parent_id, 1 as depth from documents where id = ${folderId}
      union all
      select d.parent_id, up.depth + 1 from up join documents d on d.id = up.parent_id where up.depth <= ${deepest})
    select coalesce(max(depth), 0) as depth from up`.execute(tx);
  if (rows[0]!.depth + levels > deepest)
    throw new AppError('conflict', `Folders can be nested up to ${deepest} levels deep.`);
}

export async function insertFolder(tx: Executor, owner: Owner, place: Place, name: string): Promise<string> {
  await mustNotBeTooDeep(tx, place.folderId, 1);
  return insertFolderRow(tx, owner, place, name);
}
