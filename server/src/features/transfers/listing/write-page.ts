import { createHash } from 'node:crypto';
import type { Batch, RemoteItem } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { plainReason } from '../../sources/index.ts';

/** An index can hold any text of this length. */
const maxIdBytes = 2_600;
const isLong = (id: string) => Buffer.byteLength(id) > maxIdBytes;

/** Text that PostgreSQL can store; sources allow more. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');
const orNull = (text: string | null): string | null => (text === null ? null : storable(text));

const [firstDay, lastDay] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59Z')];
function dateOf(date: Date | null): string | null {
  const time = date?.getTime() ?? Number.NaN;
  return time >= firstDay && time <= lastDay ? date!.toISOString() : null;
}

const rowOf = (item: RemoteItem) => ({
  remote_id: isLong(item.id) ? `sha256:${createHash('sha256').update(item.id).digest('hex')}` : storable(item.id),
  parent_remote_id: item.parentId !== null && isLong(item.parentId) ? null : orNull(item.parentId),
  kind: item.kind,
  name: storable(item.name),
  mime_type: orNull(item.mimeType),
  size: item.size,
  revision: storable(item.revision),
  hashes: item.hashes,
  exports: item.exports ?? [],
  remote_modified_at: dateOf(item.modifiedAt),
  failure: isLong(item.id) ? 'Its path is too long for Sheaf.' : null,
});

type Row = ReturnType<typeof rowOf>;

/** A folder that couldn't be read, so its content is missing. */
const failedFolder = (id: string, failure: string): Row => ({
  remote_id: storable(id),
  parent_remote_id: null,
  kind: 'folder',
  name: 'A folder that couldn’t be listed',
  mime_type: null,
  size: null,
  revision: '',
  hashes: {},
  exports: [],
  remote_modified_at: null,
  failure,
});

/** Writes a page of a list and the start of the next one. Overwrites items written before. */
export async function writePage(tx: Executor, listingId: string, app: string, page: Batch<RemoteItem>): Promise<void> {
  // If a page names an item twice, the last one wins.
  const rows = [...new Map(page.items.map((item) => [item.id, item])).values()].map(rowOf);
  const files = (await write(tx, listingId, rows)).filter(({ fresh, kind }) => fresh && kind !== 'folder').length;
  const failures = page.failures
    .filter(({ id }) => !isLong(id))
    .map(({ id, error }) => failedFolder(id, `What’s in it couldn’t be listed: ${plainReason(error, app)}`));
  await writeFailures(tx, listingId, failures);
  await sql`update transfer_listings set checkpoint = ${page.checkpoint}, files = files + ${files}, stalled = 0
    where id = ${listingId}`.execute(tx);
  for (const one of page.notIncluded ?? [])
    await sql`update transfer_listings set not_included = jsonb_path_query_array(not_included, '$[*] ? (@.what != $what)',
        jsonb_build_object('what', ${one.what}::text)) || ${one.count > 0 ? JSON.stringify([one]) : '[]'}::jsonb
      where id = ${listingId}`.execute(tx);
}

const recordset = (rows: readonly Row[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (remote_id text,
  parent_remote_id text, kind text, name text, mime_type text, size bigint, revision text, hashes jsonb, exports jsonb,
  remote_modified_at timestamptz, failure text)`;
const inserted = sql`listing_id, remote_id, parent_remote_id, kind, name, mime_type, size, revision, hashes, exports,
  remote_modified_at, failure`;
const selected = sql`x.remote_id, x.parent_remote_id, x.kind, x.name, x.mime_type, x.size, x.revision, x.hashes, x.exports,
  x.remote_modified_at, x.failure`;

async function write(tx: Executor, listingId: string, rows: readonly Row[]) {
  if (rows.length === 0) return [];
  const written = await sql<{ fresh: boolean; kind: string }>`insert into transfer_listed as l (${inserted})
    select ${listingId}, ${selected} from ${recordset(rows)}
    on conflict (listing_id, remote_id) do update set parent_remote_id = excluded.parent_remote_id, kind = excluded.kind,
      name = excluded.name, mime_type = excluded.mime_type, size = excluded.size, revision = excluded.revision,
      hashes = excluded.hashes, exports = excluded.exports, remote_modified_at = excluded.remote_modified_at
    returning xmax = 0 as fresh, kind`.execute(tx);
  return written.rows;
}

async function writeFailures(tx: Executor, listingId: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const once = [...new Map(rows.map((row) => [row.remote_id, row])).values()];
  await sql`insert into transfer_listed as l (${inserted}) select ${listingId}, ${selected} from ${recordset(once)}
    on conflict (listing_id, remote_id) do update set failure = excluded.failure`.execute(tx);
}
