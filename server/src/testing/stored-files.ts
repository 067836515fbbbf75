import { createHash } from 'node:crypto';
import { contentKey } from '../features/storage/index.ts';
import { addDocuments } from './documents.ts';
import type { TestPerson } from './people.ts';
import type { TestApp } from './test-app.ts';

interface GivenFile {
  name: string;
  bytes: Uint8Array | string;
  parent?: string;
  modified?: string;
  mime?: string;
  /** Makes it a document of an online editor, exported as this type. */
  exportedAs?: string;
}

/** Adds documents with their bytes in the store. Returns their ids, in order. */
export async function addFiles(
  app: TestApp,
  owner: TestPerson,
  accountId: string,
  given: readonly GivenFile[],
): Promise<string[]> {
  const { blobs, pool } = app.services;
  const ids = await addDocuments(app, owner, accountId, given);
  for (const [index, { bytes, mime, exportedAs }] of given.entries()) {
    const content = Buffer.from(bytes as Uint8Array);
    const sha256 = createHash('sha256').update(content).digest();
    const key = contentKey(owner.organizationId, sha256);
    if (!(await blobs.head(key))) await blobs.put(key, content);
    await pool.query('insert into blobs (organization_id, sha256, size) values ($1, $2, $3) on conflict do nothing', [
      owner.organizationId,
      sha256,
      content.length,
    ]);
    await pool.query(
      `update documents set sha256 = $2, stored_size = $3, size = $3, content = 'stored', mime_type = $4,
         kind = case when $5::text is null then 'file' else 'native' end,
         exports = case when $5::text is null then '[]' else jsonb_build_array($5::text) end where id = $1`,
      [ids[index], sha256, content.length, mime ?? null, exportedAs ?? null],
    );
  }
  return ids;
}
