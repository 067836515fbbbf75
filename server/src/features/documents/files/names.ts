import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { AppError } from '../../../errors.ts';
import type { Place } from './own-files.ts';

export interface Found {
  id: string;
  kind: string;
  /** The size of the stored bytes. */
  size: number;
}

/** A folder of My files, where names must differ in more than case, or of an app with its own rules. */
export interface NamingPlace extends Place {
  rules?: { caseInsensitive: boolean };
}

const inside = ({ accountId, folderId, rules }: NamingPlace) => sql`account_id = ${accountId}
  and parent_id ${folderId ? sql`= ${folderId}` : sql`is null`} and deleted_at is null
  and ${rules ? sql`gone_at is null` : sql`listing = 0`}`;

const named = (place: NamingPlace, name: ReturnType<typeof sql>) => sql`${inside(place)}
  and name_key = left(lower(${name}), 500) and ${place.rules ? sql`(${place.rules.caseInsensitive} or name = ${name})` : sql`true`}`;

export async function findByName(db: Executor, place: NamingPlace, name: string): Promise<Found | undefined> {
  const { rows } = await sql<Found>`select id, kind, coalesce(stored_size, 0) as size from documents
    where ${named(place, sql`${name}::text`)} order by id limit 1`.execute(db);
  return rows[0];
}

/** Returns those of these names that are taken in the folder, in the form in which documents are compared. */
export async function takenKeys(db: Executor, place: NamingPlace, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ name_key: string }>`select distinct name_key from documents
    where ${inside(place)} and name_key = any(${[...keys]}::text[])`.execute(db);
  return new Set(rows.map(({ name_key }) => name_key));
}

const maxTries = 10_000;

/** The name itself, or the first free one of 'name (1).txt', 'name (2).txt' and so on. */
export async function freeName(tx: Executor, place: NamingPlace, name: string, isFolder: boolean): Promise<string> {
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

/** Follows folders by name; returns null if one doesn't exist. */
export async function findPlace(
  db: Executor,
  start: NamingPlace,
  folders: readonly string[],
): Promise<NamingPlace | null> {
  let place = start;
  for (const name of folders) {
    const found = await findByName(db, place, name);
    if (!found) return null;
    place = { ...place, folderId: folderOf(found, name) };
  }
  return place;
}

/** Like `findPlace`, but creates missing folders. Requires the account's lock. */
export async function makePlace(
  tx: Executor,
  start: NamingPlace,
  folders: readonly string[],
  make: (place: NamingPlace, name: string) => Promise<string>,
): Promise<NamingPlace> {
  let place = start;
  for (const name of folders) {
    const found = await findByName(tx, place, name);
    place = { ...place, folderId: found ? folderOf(found, name) : await make(place, name) };
  }
  return place;
}

function folderOf({ id, kind }: Found, name: string): string {
  if (kind !== 'folder') throw new AppError('conflict', `A file named “${name}” is where the folder should go.`);
  return id;
}
