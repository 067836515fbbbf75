import { pipeline, Readable, Transform } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { ArchiveKind } from '@sheaf/contract';
import { type ArchiveSource, openRange } from './block-reader.ts';
import { type ArchiveEntry, damaged } from './entry.ts';
import { listTar, unpackEntry } from './tar.ts';
import { listZip, zipDataStart } from './zip.ts';

export type { ArchiveSource } from './block-reader.ts';
export { type ArchiveEntry, ArchiveProblem } from './entry.ts';

/** Lists an archive, without unpacking it if its format allows that. */
export const listArchive = (kind: ArchiveKind, source: ArchiveSource): Promise<ArchiveEntry[]> =>
  kind === 'zip' ? listZip(source) : listTar(source, kind === 'tgz');

/** The bytes of one file. The stream fails if their number isn't what the archive says. */
export async function openEntry(kind: ArchiveKind, source: ArchiveSource, entry: ArchiveEntry): Promise<Readable> {
  if (entry.size === 0) return Readable.from([]);
  if (kind === 'tgz') return Readable.from(unpackEntry(source, entry));
  const start = kind === 'zip' ? await zipDataStart(source, entry) : entry.start;
  if (start + entry.packedSize > source.size) throw damaged();
  const packed = await openRange(source, start, start + entry.packedSize);
  const exact = exactly(entry.size);
  // A failure of any stream is passed to the last one, whose reader handles it.
  if (entry.isPacked) pipeline(packed, createInflateRaw(), exact, () => {});
  else pipeline(packed, exact, () => {});
  return exact;
}

function exactly(size: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > size) done(damaged());
      else done(null, chunk);
    },
    flush(done) {
      done(seen === size ? null : damaged());
    },
  });
}
