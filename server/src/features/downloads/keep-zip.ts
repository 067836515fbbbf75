import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type OwnerScope, ownedIn } from '../../db/owner-scope.ts';
import type { Database, Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';
import { jobType, onJob } from '../../jobs/queue.ts';
import { newId } from '../../platform/uuid.ts';
import { type MayHave, type Zipped, zipContents } from './zip-contents.ts';

const entriesAtOnce = 5_000;
/** Zips kept per member and day, or per link. The oldest are deleted. */
const maxKept = 50;

interface Wanted {
  organizationId: string;
  /** The owner of the zip, or the creator of its link. */
  userId: string;
  linkId: string | null;
  ids: readonly string[];
  mayHave: MayHave;
}

/** Stores what goes into the zip, for an hour. The zip itself is made while it is sent. */
export async function keepZip(db: Database, { ids, mayHave, ...whose }: Wanted) {
  const { entries, files, bytes, skipped } = await zipContents(db, mayHave, ids);
  if (files === 0 && skipped > 0)
    throw new AppError('conflict', 'These documents have no contents in Sheaf yet, so there’s nothing to download.');
  const [first] = entries;
  const name = ids.length === 1 && first ? `${first.path.replace(/\/$/, '')}.zip` : 'Documents.zip';
  const id = await db.transaction().execute(async (tx) => {
    const hash = whose.linkId === null ? null : hashOf(entries);
    return (await prolong(tx, whose, hash)) ?? (await insert(tx, { ...whose, name, ids, hash }, entries));
  });
  return { id, files, bytes, skipped };
}

type Whose = Omit<Wanted, 'ids' | 'mayHave'>;

function hashOf(entries: readonly Zipped[]): Buffer {
  const hash = createHash('sha256');
  for (const entry of entries) hash.update(JSON.stringify(entry));
  return hash.digest();
}

/**
 * Lets all visitors of a link share a zip with the same contents, so that no number of visitors can push out a zip that
 * another one is fetching.
 */
async function prolong(tx: Executor, { linkId }: Whose, hash: Buffer | null): Promise<string | undefined> {
  if (hash === null) return undefined;
  const { rows } = await sql<{ id: string }>`update zips set expires_at = now() + interval '1 hour'
    where id = (select id from zips where link_id = ${linkId} and entries_hash = ${hash} and expires_at > now()
      order by expires_at desc limit 1)
    returning id`.execute(tx);
  return rows[0]?.id;
}

interface NewZip extends Whose {
  name: string;
  ids: readonly string[];
  hash: Buffer | null;
}

async function insert(tx: Executor, zip: NewZip, entries: readonly Zipped[]): Promise<string> {
  const id = newId();
  const { organizationId, userId, linkId, name, ids, hash } = zip;
  await sql`insert into zips (id, organization_id, user_id, link_id, name, document_ids, entries_hash, expires_at) values
    (${id}, ${organizationId}, ${userId}, ${linkId}, ${name}, ${ids}::uuid[], ${hash}, now() + interval '1 hour')`.execute(
    tx,
  );
  for (let at = 0; at < entries.length; at += entriesAtOnce)
    await writeEntries(tx, id, at, entries.slice(at, at + entriesAtOnce));
  await sql`delete from zips where id in (select id from zips where organization_id = ${organizationId}
    and user_id = ${userId} and link_id is not distinct from ${linkId}
    order by expires_at desc offset ${maxKept})`.execute(tx);
  return id;
}

async function writeEntries(tx: Executor, id: string, from: number, entries: readonly Zipped[]): Promise<void> {
  await sql`insert into zip_entries (zip_id, place, document_id, path, sha256, size, modified_at)
    select ${id}, ${from} + x.place - 1, (e->>'document_id')::uuid, e->>'path', decode(e->>'sha256', 'hex'),
      (e->>'size')::bigint, (e->>'modified_at')::timestamptz
    from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) with ordinality as x (e, place)`.execute(tx);
}

/** Hourly: deletes zips a day after they expired, since fetching one may take long. */
export const deleteExpiredZips = onJob(
  jobType<object>('downloads.forget-zips'),
  async (_, { db }) => {
    await sql`delete from zips where expires_at < now() - interval '1 day'`.execute(db);
  },
  '23 * * * *',
);

/** Deletes up to `max` entries of the zips of a member or an organization that is being removed; returns how many. */
export async function deleteZipEntryBatch(tx: Executor, whose: OwnerScope, max: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from zip_entries where (zip_id, place) in (
    select e.zip_id, e.place from zips z join zip_entries e on e.zip_id = z.id
    where ${ownedIn(whose, 'z')} limit ${max})`.execute(tx);
  return Number(numAffectedRows);
}
