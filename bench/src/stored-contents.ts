import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { contentKey } from '../../server/src/features/storage/index.ts';
import type { World } from './world.ts';

interface NewContent {
  sha256: Buffer;
  bytes: number;
  /** Makes the file. */
  write(path: string): Promise<void>;
}

/** Gives documents that have none these contents, in a store that is a folder. */
export async function storeContents(
  { pool, organizationId }: World,
  folder: string,
  contents: readonly NewContent[],
): Promise<void> {
  const { rows: found } = await pool.query<{ id: string }>(
    `select id from documents where kind = 'file' and sha256 is null limit ${contents.length}`,
  );
  for (const [at, { sha256, bytes, write }] of contents.entries()) {
    const path = join(folder, contentKey(organizationId, sha256));
    await mkdir(dirname(path), { recursive: true });
    await write(path);
    await pool.query('insert into blobs (organization_id, sha256, size) values ($1, $2, $3)', [
      organizationId,
      sha256,
      bytes,
    ]);
    await pool.query(`update documents set sha256 = $2, stored_size = $3, content = 'stored' where id = $1`, [
      found[at]!.id,
      sha256,
      bytes,
    ]);
  }
}
