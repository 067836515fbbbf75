import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { contentKey, imageKey } from '../../../platform/blobs/index.ts';
import { linesOf, wantedLine } from '../archive/index-lines.ts';

/** In the byte order of their keys in the store. */
const contents = `copy (select organization_id, encode(sha256, 'hex'), size from blobs b
  where exists (select from documents d where d.organization_id = b.organization_id and d.sha256 = b.sha256)
  order by organization_id, sha256) to stdout`;
const pictures = `copy (select key from (select avatar_key::text as key from users where avatar_key is not null
  union select logo_key::text from organizations where logo_key is not null) k order by key collate "C") to stdout`;

/**
 * Writes a list of the contents that the tables of this transaction refer to. Leaves out thumbnails, which are made
 * again when needed.
 */
export async function listWanted(client: pg.Client, file: string): Promise<void> {
  await copyLines(client, contents, file, 'w', (line) => {
    const [organizationId, sha256, size] = line.split('\t');
    return wantedLine({
      key: contentKey(organizationId!, Buffer.from(sha256!, 'hex')),
      size: Number(size),
      sha256: sha256!,
    });
  });
  await copyLines(client, pictures, file, 'a', (key) => wantedLine({ key: imageKey(key), size: 0, sha256: null }));
}

async function copyLines(
  client: pg.Client,
  statement: string,
  file: string,
  flags: 'w' | 'a',
  change: (line: string) => string,
): Promise<void> {
  await pipeline(
    client.query(copyTo(statement)),
    async function* (source: AsyncIterable<Buffer>) {
      let gathered = '';
      for await (const line of linesOf(source)) {
        gathered += change(line);
        if (gathered.length < 65_536) continue;
        yield gathered;
        gathered = '';
      }
      yield gathered;
    },
    createWriteStream(file, { flags, mode: 0o600 }),
  );
}
