import { mapName } from '@sheaf/connectors';
import type { TransferPreview, TransferRequest } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { exportedName } from '../../../http/files/file-type.ts';
import type { Member } from '../../../http/viewer.ts';
import type { Services } from '../../../services.ts';
import { listingForReview } from '../listing/list-for-review.ts';
import { isFullySynced, type Listing } from '../listing/listing.queries.ts';
import { hasTrash, openSide, patienceMs } from '../sides/open-side.ts';
import type { Side } from '../sides/side.ts';
import { type Chosen, choose, chosenDocuments } from './choose.ts';
import { withListed } from './listed-documents.ts';

const maxExamples = 20;
const atOnce = 5_000;

type Foreseen = TransferPreview['renamed'];

const nothing = (): Foreseen => ({ count: 0, examples: [] });

function foresee(into: Foreseen, path: string, detail: string | null): void {
  into.count++;
  if (into.examples.length < maxExamples) into.examples.push({ path, detail });
}

interface Row {
  name: string;
  kind: string;
  size: number | null;
  stored_size: number | null;
  export_type: string | null;
  /** Why it couldn't be listed. */
  failure: string | null;
}

/** Uses only what is known or listed here, and the free space that the destination reports; changes nothing. */
export async function previewTransfer(
  services: Services,
  viewer: Member,
  given: TransferRequest,
): Promise<TransferPreview> {
  const asked = await withListed(services, viewer, given);
  const chosen = await choose(services, viewer, asked);
  const isListed = asked.selection_type === 'all' && !(await isFullySynced(services.db, chosen.from));
  const listing = isListed ? await listingForReview(services, chosen.from) : null;
  const to = openSide(services, chosen.to, AbortSignal.timeout(patienceMs));
  try {
    const [seen, free_bytes] = await Promise.all([
      lookThrough(services, chosen, asked, to, listing),
      roomAt(services, to),
    ]);
    const seconds = await secondsFor(services.db, chosen, seen);
    const { from } = chosen;
    const originals_stay = asked.mode === 'move' && from.id !== chosen.to.id && !hasTrash(services, from.source);
    const underWay = listing?.status === 'running' ? { files: listing.files, problem: listing.problem } : null;
    return {
      listing: underWay,
      ...seen,
      left_out: asked.left_out,
      originals_stay,
      free_bytes,
      fits: free_bytes === null || seen.bytes <= free_bytes,
      seconds,
    };
  } finally {
    await to.close();
  }
}

async function roomAt({ log }: Services, { quota }: Side): Promise<number | null> {
  try {
    const { used, total } = (await quota?.()) ?? { used: null, total: null };
    return used === null || total === null ? null : Math.max(0, total - used);
  } catch (error) {
    log.info({ err: error }, 'the destination does not report how much room there is');
    return null;
  }
}

type Seen = Omit<TransferPreview, 'listing' | 'left_out' | 'originals_stay' | 'free_bytes' | 'fits' | 'seconds'>;

/** Goes once through everything to transfer, a few thousand items at a time. */
async function lookThrough(
  { db }: Services,
  { from }: Chosen,
  asked: TransferRequest,
  to: Side,
  listing: Listing | null,
): Promise<Seen> {
  const seen: Seen = {
    files: 0,
    folders: 0,
    bytes: 0,
    unknown_sizes: 0,
    renamed: nothing(),
    converted: nothing(),
    not_transferable: nothing(),
    too_large: nothing(),
    colliding: nothing(),
  };
  // The known part of a list in progress would be read again and again, and isn't shown.
  if (listing?.status === 'running') return seen;
  for (const { what, count, why } of listing?.not_included ?? []) {
    foresee(seen.not_transferable, what, why);
    seen.not_transferable.count += count - 1;
  }
  const documents = chosenDocuments(from, asked, listing);
  await db.transaction().execute(async (tx) => {
    await sql`declare chosen_documents no scroll cursor for
      select name, kind, size, stored_size, exports->>0 as export_type, failure from (${documents}) d`.execute(tx);
    for (let rows: Row[] = []; ; ) {
      ({ rows } = await sql<Row>`fetch ${sql.raw(String(atOnce))} from chosen_documents`.execute(tx));
      for (const row of rows) look(seen, row, to);
      if (rows.length < atOnce) break;
    }
    if (to.uniqueNames) seen.colliding = await collisions(tx, documents, to);
  });
  return seen;
}

function look(seen: Seen, row: Row, to: Side): void {
  const { name, kind, export_type } = row;
  if (row.failure !== null) {
    foresee(seen.not_transferable, name, row.failure);
    return;
  }
  // An online document's own size says nothing about its export.
  const size = kind === 'native' ? row.stored_size : row.size;
  const stays = kind === 'link' ? 'A link or shortcut' : 'It can only be opened where it is';
  if (kind === 'link' || (kind === 'native' && !export_type)) {
    foresee(seen.not_transferable, name, stays);
    return;
  }
  if (kind === 'folder') seen.folders++;
  else seen.files++;
  if (kind !== 'folder') seen.bytes += size ?? 0;
  if (kind === 'native' && size === null) seen.unknown_sizes++;
  if ((size ?? 0) > to.maxSize) foresee(seen.too_large, name, null);
  const full = kind === 'native' ? exportedName(name, export_type!) : name;
  if (full !== name) foresee(seen.converted, name, full);
  const mapped = mapName(full, to.names);
  if (mapped.changed) foresee(seen.renamed, full, mapped.name);
}

/** Siblings whose names are equal for the destination. */
async function collisions(
  tx: Executor,
  documents: ReturnType<typeof chosenDocuments>,
  { names }: Side,
): Promise<Foreseen> {
  const key = names.caseInsensitive ? sql`d.name_key` : sql`d.name`;
  const { rows } = await sql<{ name: string; others: string; count: number }>`select min(name) as name,
      string_agg(name, ', ' order by name) as others, (count(*) over ())::int as count
    from (${documents}) d group by d.parent_id, ${key} having count(*) > 1
    order by 1 limit ${maxExamples}`.execute(tx);
  return {
    count: rows[0]?.count ?? 0,
    examples: rows.map(({ name, others }) => ({ path: name, detail: others.slice(0, 500) })),
  };
}

/** At the rates of earlier transfers between these accounts, by bytes or by files, whichever takes longer. */
async function secondsFor(db: Executor, { from, to }: Chosen, { bytes, files }: Seen): Promise<number | null> {
  const { rows } = await sql<{
    bytes: number;
    items: number;
    seconds: number;
  }>`select coalesce(sum(bytes), 0)::bigint as bytes,
      coalesce(sum(processed), 0)::bigint as items, coalesce(sum(extract(epoch from finished_at - started_at)), 0)::float8 as seconds
    from (select bytes, processed, started_at, finished_at from transfers
      where from_account_id = ${from.id} and to_account_id = ${to.id} and organization_id = ${from.organizationId}
        and status in ('completed', 'completed_with_errors') order by id desc limit 10) t`.execute(db);
  const { bytes: seenBytes, items, seconds } = rows[0]!;
  if (items === 0 || seconds === 0) return null;
  const byBytes = seenBytes > 0 ? (bytes / seenBytes) * seconds : 0;
  return Math.ceil(Math.max(byBytes, (files / items) * seconds));
}
