import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import type { StreamAnswer } from '../../http/files/send-file.ts';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Services } from '../../services.ts';
import { contentKey } from '../storage/index.ts';
import type { MayHave } from './zip-contents.ts';
import { dataDescriptor, directoryLine, localHeader, type ZipEntry, zipEnd, zipLength } from './zip-format.ts';

const entriesAtOnce = 1_000;
/**
 * Limits the memory used while a zip is sent, whether anyone reads it or not: some lines of the list, and less than 256
 * kB of files. Small files are sent together and read ahead, since waiting for each would take longer than reading it.
 */
const entriesWhileSent = 200;
const chunkBytes = 32_768;
const sentAtOnce = 49_152;
const smallBytes = 16_384;
const smallAhead = 16;
const maxAheadBytes = 32_768;

interface Row extends ZipEntry {
  place: number;
  sha256: Buffer | null;
  /** Whether the recipient may have it now. */
  seen: boolean;
}

/** A prepared zip, and who may have what of it at the moment it is sent. */
export interface SentZip {
  id: string;
  organization_id: string;
  name: string;
  /** Checks current access. Evaluated repeatedly while the zip is being sent. */
  mayHave: MayHave;
}

/**
 * What to send and, for the directory at the end, the offset and checksum of each entry sent: a few bytes per entry.
 */
interface Plan {
  length: number;
  places: Places;
  checksums: number[];
  offsets: number[];
}

/** The places of the list that are sent, as bits, since there may be many zips at a time. */
class Places {
  #bits = new Uint8Array(64);
  count = 0;

  add(place: number): void {
    const at = place >> 3;
    if (at >= this.#bits.length) {
      const grown = new Uint8Array(Math.max(at + 1, this.#bits.length * 2));
      grown.set(this.#bits);
      this.#bits = grown;
    }
    this.#bits[at]! |= 1 << (place & 7);
    this.count += 1;
  }

  has(place: number): boolean {
    return ((this.#bits[place >> 3] ?? 0) & (1 << (place & 7))) !== 0;
  }
}

/**
 * Sends everything that the recipient may have now. The length comes from a first pass over the list, the bytes are
 * read as they are sent.
 */
export async function sendZip(services: Services, zip: SentZip): Promise<StreamAnswer> {
  const length = zipLength();
  const places = new Places();
  for await (const row of rowsOf(services, zip, ({ seen }) => seen, entriesAtOnce)) {
    places.add(row.place);
    length.add(row);
  }
  const plan = { length: length.total(), places, checksums: [], offsets: [] };
  return {
    name: zip.name,
    type: { mime: 'application/zip', inline: false },
    size: plan.length,
    save: true,
    cacheControl: 'private, no-store',
    open: () => Readable.from(together(zipBytes(services, zip, plan)), { highWaterMark: 0 }),
  };
}

/** Reads the list in pages, so that little of it is in memory however long it is. */
async function* rowsOf(
  { db }: Services,
  zip: SentZip,
  wanted: (row: Row) => boolean,
  atOnce: number,
): AsyncGenerator<Row> {
  for (let after = -1; ; ) {
    const { rows } = await sql<Row>`select e.place, e.path, e.sha256, e.size, e.modified_at as "modifiedAt",
        ${zip.mayHave(sql`e.document_id`)} as seen
      from zip_entries e where e.zip_id = ${zip.id} and e.place > ${after} order by e.place limit ${atOnce}`.execute(
      db,
    );
    yield* rows.filter(wanted);
    if (rows.length < atOnce) return;
    after = rows.at(-1)!.place;
  }
}

interface Sent {
  row: Row;
  /** Its bytes that are read ahead. */
  bytesAhead: number;
  body(): Promise<AsyncIterable<Buffer> | Buffer[]>;
}

async function* withBodies({ blobs }: Services, zip: SentZip, rows: AsyncIterable<Row>): AsyncGenerator<Sent> {
  const ahead: Sent[] = [];
  for await (const row of rows) {
    const key = row.sha256 && contentKey(zip.organization_id, row.sha256);
    const bytesAhead = key && row.size <= smallBytes ? row.size : 0;
    const isFull = () =>
      ahead.length >= smallAhead || ahead.reduce((sum, one) => sum + one.bytesAhead, bytesAhead) > maxAheadBytes;
    while (ahead.length > 0 && isFull()) yield ahead.shift()!;
    const open = async () =>
      ((key && (await blobs.get(key, { chunkBytes }))?.body) || []) as AsyncIterable<Buffer> | Buffer[];
    const small = key && row.size <= smallBytes ? whole(blobs, key) : null;
    // The error is thrown when its turn comes.
    small?.catch(() => {});
    ahead.push({ row, bytesAhead, body: async () => (small ? [await small] : open()) });
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

/**
 * Throws if something can't be sent as planned. The connection then breaks off, so that an incomplete zip never looks
 * complete.
 */
async function* zipBytes(services: Services, zip: SentZip, plan: Plan): AsyncGenerator<Uint8Array> {
  let offset = 0;
  const included = rowsOf(services, zip, ({ place }) => plan.places.has(place), entriesWhileSent);
  for await (const { row, body } of withBodies(services, zip, included)) {
    if (!row.seen) throw new Error('a document of a zip was taken away while it was sent');
    plan.offsets.push(offset);
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
    plan.checksums.push(checksum);
    const descriptor = dataDescriptor(row, checksum);
    yield descriptor;
    offset += header.length + sent + descriptor.length;
  }
  yield* directory(services, zip, plan, offset);
}

async function* directory(services: Services, zip: SentZip, plan: Plan, offset: number) {
  let length = 0;
  let index = 0;
  const included = rowsOf(services, zip, ({ place }) => plan.places.has(place), entriesWhileSent);
  for await (const row of included) {
    const line = directoryLine(row, plan.checksums[index]!, plan.offsets[index]!);
    index += 1;
    length += line.length;
    yield line;
  }
  const end = zipEnd(plan.places.count, offset, length);
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
    const whole = held.length === 1 ? part : Buffer.concat(held, size);
    // Releases the parts before waiting for the reader.
    [held, size] = [[], 0];
    yield whole;
  }
  if (size > 0) yield Buffer.concat(held, size);
}
