import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import { seesNow } from '../../db/seen-by.ts';
import type { StreamAnswer } from '../../http/files/send-file.ts';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Services } from '../../services.ts';
import { contentKey } from '../storage/index.ts';
import type { Zip } from './stored-file.queries.ts';
import { dataDescriptor, directoryLine, localHeader, type ZipEntry, zipEnd, zipLength } from './zip-format.ts';

const entriesAtOnce = 1_000;
/** Small files are sent together, and read ahead: waiting for each would take longer than reading it. */
const sentAtOnce = 65_536;
const smallBytes = 262_144;
const smallAhead = 16;

interface Row extends ZipEntry {
  place: number;
  sha256: Buffer | null;
  /** The person may see it now. */
  seen: boolean;
}

/** What is to be sent, and of what was sent what the directory at the end says: some bytes for each entry. */
interface Plan {
  length: number;
  places: Set<number>;
  checksums: Map<number, number>;
  offsets: Map<number, number>;
}

/** The zip with all that its owner may see now: its length from a first look at the list, its bytes as they are read. */
export async function sendZip(services: Services, userId: string, zip: Zip): Promise<StreamAnswer> {
  const length = zipLength();
  const places = new Set<number>();
  for await (const row of rowsOf(services, userId, zip, ({ seen }) => seen)) {
    places.add(row.place);
    length.add(row);
  }
  const plan = { length: length.total(), places, checksums: new Map(), offsets: new Map() };
  return {
    name: zip.name,
    type: { mime: 'application/zip', inline: false },
    size: plan.length,
    save: true,
    cacheControl: 'private, no-store',
    open: () => Readable.from(together(zipBytes(services, userId, zip, plan)), { highWaterMark: 2 }),
  };
}

/** The list in pages, so that however long it is, little of it is in memory. */
async function* rowsOf({ db }: Services, userId: string, zip: Zip, wanted: (row: Row) => boolean): AsyncGenerator<Row> {
  for (let after = -1; ; ) {
    const { rows } = await sql<Row>`select e.place, e.path, e.sha256, e.size, e.modified_at as "modifiedAt",
        ${seesNow({ id: userId, organizationId: zip.organization_id }, sql`e.document_id`)} as seen
      from zip_entries e where e.zip_id = ${zip.id} and e.place > ${after} order by e.place limit ${entriesAtOnce}`.execute(
      db,
    );
    yield* rows.filter(wanted);
    if (rows.length < entriesAtOnce) return;
    after = rows.at(-1)!.place;
  }
}

interface Sent {
  row: Row;
  body(): Promise<AsyncIterable<Buffer> | Buffer[]>;
}

async function* withBodies({ blobs }: Services, zip: Zip, rows: AsyncIterable<Row>): AsyncGenerator<Sent> {
  const ahead: Sent[] = [];
  for await (const row of rows) {
    const key = row.sha256 && contentKey(zip.organization_id, row.sha256);
    const open = async () => ((key && (await blobs.get(key))?.body) || []) as AsyncIterable<Buffer> | Buffer[];
    const small = key && row.size <= smallBytes ? whole(blobs, key) : null;
    // Met when its turn comes.
    small?.catch(() => {});
    ahead.push({ row, body: async () => (small ? [await small] : open()) });
    if (ahead.length > smallAhead) yield ahead.shift()!;
  }
  yield* ahead;
}

async function whole(blobs: BlobStore, key: string): Promise<Buffer> {
  if (blobs.fileOf) return readFile(blobs.fileOf(key));
  const found = await blobs.get(key);
  const chunks: Buffer[] = [];
  for await (const chunk of found?.body ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Throws where something cannot be sent as planned: the connection then breaks off, and no zip looks whole that is not. */
async function* zipBytes(services: Services, userId: string, zip: Zip, plan: Plan): AsyncGenerator<Uint8Array> {
  let offset = 0;
  const included = rowsOf(services, userId, zip, ({ place }) => plan.places.has(place));
  for await (const { row, body } of withBodies(services, zip, included)) {
    if (!row.seen) throw new Error('a document of a zip was taken away while it was sent');
    plan.offsets.set(row.place, offset);
    const header = localHeader(row);
    yield header;
    let checksum = 0;
    let sent = 0;
    for await (const chunk of await body()) {
      checksum = crc32(chunk, checksum);
      sent += chunk.length;
      if (sent <= row.size) yield chunk;
    }
    if (sent !== row.size) throw new Error('the bytes of a document of a zip are not in the store as they should be');
    plan.checksums.set(row.place, checksum);
    const descriptor = dataDescriptor(row, checksum);
    yield descriptor;
    offset += header.length + sent + descriptor.length;
  }
  yield* directory(services, userId, zip, plan, offset);
}

async function* directory(services: Services, userId: string, zip: Zip, plan: Plan, offset: number) {
  let length = 0;
  for await (const row of rowsOf(services, userId, zip, ({ place }) => plan.places.has(place))) {
    const line = directoryLine(row, plan.checksums.get(row.place)!, plan.offsets.get(row.place)!);
    length += line.length;
    yield line;
  }
  const end = zipEnd(plan.places.size, offset, length);
  if (offset + length + end.length !== plan.length) throw new Error('a zip has another length than was told');
  yield end;
}

async function* together(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const part of parts) {
    held.push(part);
    size += part.length;
    if (size < sentAtOnce) continue;
    yield* held.length === 1 ? held : [Buffer.concat(held, size)];
    [held, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(held, size);
}
