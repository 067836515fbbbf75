import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { BlobStore } from '../../../platform/blobs/index.ts';
import type { Wanted } from '../archive/index-lines.ts';
import { createSection } from '../archive/notes.ts';
import { copyContents, openSource } from '../contents/copy-contents.ts';

/**
 * `node stream-contents.ts COUNT BYTES`: runs the contents part of a backup in a process of its own whose memory can be
 * measured, with a store that generates contents and a file that discards them. Prints the peak in megabytes.
 */
const [count, bytes] = process.argv.slice(2).map(Number) as [number, number];
const chunkBytes = 262_144;
const content = Buffer.alloc(chunkBytes, 'made up ');

function* chunks(size: number): Generator<Buffer> {
  for (let left = size; left > 0; left -= chunkBytes)
    yield Buffer.from(content.subarray(0, Math.min(left, chunkBytes)));
}

const hash = createHash('sha256');
for (const chunk of chunks(bytes)) hash.update(chunk);
const sha256 = hash.digest('hex');

async function* wanted(): AsyncGenerator<Wanted> {
  for (let n = 0; n < count; n += 1) yield { key: `content/${String(n).padStart(12, '0')}`, size: bytes, sha256 };
}

const store = {
  get: async () => ({ size: bytes, body: Readable.from(chunks(bytes), { objectMode: false }) }),
} as Partial<BlobStore> as BlobStore;

const dir = await mkdtemp(join(tmpdir(), 'sheaf-stream-'));
let written = 0;
const section = createSection(async (pieces) => {
  for (const { length } of pieces) written += length;
});
const copied = await copyContents(openSource(store), section, wanted(), {
  isInBase: async () => false,
  indexFile: join(dir, 'index'),
  signal: new AbortController().signal,
});
await rm(dir, { recursive: true, force: true });
if (copied.contents !== count || written < count * bytes) throw new Error(JSON.stringify({ ...copied, written }));
console.log(`peak=${process.resourceUsage().maxRSS / 1024}`);
