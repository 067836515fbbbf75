import type { contract, DataOf } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError, wrongField } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import { jobType, onJob } from '../../jobs/queue.ts';
import { createTurns } from '../../platform/turns.ts';
import { newId } from '../../platform/uuid.ts';
import type { Services } from '../../services.ts';
import { mustSee } from '../catalog/index.ts';
import { type Filters, outermostOf } from '../documents/index.ts';
import { signedPath } from '../storage/index.ts';
import { maxZipped, tooMany, type Zipped, zipContents } from './zip-contents.ts';

const entriesAtOnce = 5_000;
/** A member's zips of a day; the oldest give way. */
const maxKept = 50;

/** Looking through 100,000 documents takes seconds of the one thread: workspaces take turns, in this process. */
const preparing = createTurns({ total: 2, perKey: 1, waitingPerKey: 50 });

interface Asked {
  document_ids: readonly string[];
  query?: Filters;
}

/** Notes what is to be in the zip, and answers where it can be fetched. The zip itself is made while it is sent. */
export async function prepareZip(
  services: Services,
  viewer: Member,
  asked: Asked,
): Promise<DataOf<typeof contract.documents.zip>> {
  const leave = await preparing.take(viewer.membership.organizationId);
  return prepareInTurn(services, viewer, asked).finally(leave);
}

async function prepareInTurn({ db, keys }: Services, viewer: Member, asked: Asked) {
  const chosen = await chosenOf(db, viewer, asked);
  const { entries, files, bytes, skipped } = await zipContents(db, viewer, chosen);
  if (files === 0 && skipped > 0)
    throw new AppError('conflict', 'These documents have no contents in Sheaf yet, so there’s nothing to download.');
  const id = newId();
  const [first] = entries;
  const name = chosen.length === 1 && first ? `${first.path.replace(/\/$/, '')}.zip` : 'Documents.zip';
  await db.transaction().execute(async (tx) => {
    await sql`insert into zips (id, organization_id, user_id, name, document_ids, expires_at) values
      (${id}, ${viewer.membership.organizationId}, ${viewer.id}, ${name}, ${chosen}::uuid[], now() + interval '1 hour')`.execute(
      tx,
    );
    for (let at = 0; at < entries.length; at += entriesAtOnce)
      await writeEntries(tx, id, at, entries.slice(at, at + entriesAtOnce));
    await sql`delete from zips where id in (select id from zips where organization_id = ${viewer.membership.organizationId}
      and user_id = ${viewer.id} order by expires_at desc offset ${maxKept})`.execute(tx);
  });
  return { local_path: signedPath(keys, 'zips', id, viewer, '1'), files, bytes, skipped };
}

async function chosenOf(db: Executor, viewer: Member, { document_ids, query }: Asked): Promise<string[]> {
  if (query ? document_ids.length > 0 : document_ids.length === 0)
    throw wrongField('document_ids', query ? 'Choose documents or a list' : 'Choose at least one');
  if (!query) {
    const chosen = [...new Set(document_ids)];
    await mustSee(db, viewer, chosen, 'document_ids');
    return chosen;
  }
  const chosen = await outermostOf(db, viewer, query, maxZipped + 1);
  if (chosen.length > maxZipped) throw tooMany();
  if (chosen.length === 0) throw new AppError('conflict', 'This list has no documents.');
  return chosen;
}

async function writeEntries(tx: Executor, id: string, from: number, entries: readonly Zipped[]): Promise<void> {
  await sql`insert into zip_entries (zip_id, place, document_id, path, sha256, size, modified_at)
    select ${id}, ${from} + x.place - 1, (e->>'document_id')::uuid, e->>'path', decode(e->>'sha256', 'hex'),
      (e->>'size')::bigint, (e->>'modified_at')::timestamptz
    from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) with ordinality as x (e, place)`.execute(tx);
}

/** Hourly: zips that nobody can ask for any more, a day later, since one may take long to be fetched. */
export const deleteExpiredZips = onJob(
  jobType<object>('downloads.forget-zips'),
  async (_, { db }) => {
    await sql`delete from zips where expires_at < now() - interval '1 day'`.execute(db);
  },
  '23 * * * *',
);
