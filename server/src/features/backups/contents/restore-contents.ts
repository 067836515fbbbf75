import { Readable } from 'node:stream';
import type { BlobStore } from '../../../platform/blobs/index.ts';
import type { Indexed } from '../archive/index-lines.ts';
import { damaged, type Part, piecesOfEntry } from '../archive/notes.ts';

type Parts = AsyncGenerator<Part>;

/** Contents up to this size are stored in batches, with one flush of the disk each. */
const smallBytes = 256 * 1024;
const maxTogetherBytes = 4 * 1024 ** 2;
const maxTogether = 200;

/** Stores the contents of a section that are wanted. Replaces existing ones, which are the same. */
export async function restoreContents(
  store: BlobStore,
  parts: Parts,
  find: (key: string) => Promise<Indexed | null>,
): Promise<number> {
  let restored = 0;
  let together: { key: string; bytes: Uint8Array }[] = [];
  let togetherBytes = 0;
  const flush = async () => {
    await store.putAll(together);
    together = [];
    togetherBytes = 0;
  };
  for (let part = await parts.next(); !part.done; part = await parts.next()) {
    if (part.value.kind !== 'begin') throw damaged();
    const key = String(part.value.note.key);
    const wanted = await find(key);
    if (!wanted) {
      for await (const _ of piecesOfEntry(parts));
      continue;
    }
    restored += 1;
    if (wanted.size > smallBytes) {
      await store.put(key, Readable.from(piecesOfEntry(parts), { objectMode: false }));
      continue;
    }
    const chunks: Buffer[] = [];
    // Copies the piece, a view of a larger buffer that would be kept in memory with it.
    for await (const chunk of piecesOfEntry(parts)) chunks.push(Buffer.from(chunk));
    const bytes = Buffer.concat(chunks);
    together.push({ key, bytes });
    togetherBytes += bytes.length;
    if (together.length === maxTogether || togetherBytes >= maxTogetherBytes) await flush();
  }
  if (together.length > 0) await flush();
  return restored;
}
