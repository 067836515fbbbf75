import { createHash } from 'node:crypto';
import type { Pool } from '../../../db/pool.ts';
import { type BlobStore, contentKey, imageKey } from '../../../platform/blobs/index.ts';
import type { Problems } from './problems.ts';

const batch = 500;
const readAtOnce = 4;

interface Content {
  organization_id: string;
  sha256: Buffer;
  size: number;
}

/**
 * Checks that the contents of all documents are in the store with the right size and, unless `quick`, the right bytes.
 */
export async function checkContents(pool: Pool, blobs: BlobStore, problems: Problems, quick: boolean): Promise<void> {
  let last: Pick<Content, 'organization_id' | 'sha256'> = {
    organization_id: '00000000-0000-0000-0000-000000000000',
    sha256: Buffer.alloc(0),
  };
  for (;;) {
    const { rows } = await pool.query<Content>(
      `select organization_id, sha256, size from blobs b where (organization_id, sha256) > ($1, $2)
         and exists (select from documents d where d.organization_id = b.organization_id and d.sha256 = b.sha256)
       order by organization_id, sha256 limit ${batch}`,
      [last.organization_id, last.sha256],
    );
    const todo = [...rows];
    const work = async () => {
      for (let content = todo.shift(); content; content = todo.shift()) {
        const problem = await problemWith(blobs, content, quick);
        // The content may have been deleted meanwhile, with everything that referred to it.
        if (problem && (await documentsWith(pool, content)).length > 0)
          problems.add(problem, await describe(pool, content));
      }
    };
    await Promise.all(Array.from({ length: readAtOnce }, work));
    if (rows.length < batch) return;
    last = rows.at(-1)!;
  }
}

async function problemWith(blobs: BlobStore, { organization_id, sha256, size }: Content, quick: boolean) {
  const key = contentKey(organization_id, sha256);
  if (quick) {
    const found = await blobs.head(key);
    return !found ? 'missing' : found.size === size ? null : 'damaged';
  }
  const found = await blobs.get(key);
  if (!found) return 'missing';
  if (found.size !== size) {
    found.body.destroy();
    return 'damaged';
  }
  const hash = createHash('sha256');
  try {
    for await (const chunk of found.body) hash.update(chunk as Buffer);
  } catch {
    return 'damaged';
  }
  return hash.digest().equals(sha256) ? null : 'damaged';
}

async function documentsWith(pool: Pool, { organization_id, sha256 }: Content): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from documents where organization_id = $1 and sha256 = $2 limit 3',
    [organization_id, sha256],
  );
  return rows.map(({ id }) => id);
}

async function describe(pool: Pool, content: Content): Promise<string> {
  const ids = await documentsWith(pool, content);
  return `${contentKey(content.organization_id, content.sha256)}, of document ${ids.join(', ')}`;
}

/** Checks that the pictures of people and workspaces are in the store. */
export async function checkPictures(pool: Pool, blobs: BlobStore, problems: Problems): Promise<void> {
  const { rows } = await pool.query<{ key: string }>(
    `select avatar_key::text as key from users where avatar_key is not null
     union select logo_key::text from organizations where logo_key is not null`,
  );
  for (const { key } of rows) {
    if (await blobs.head(imageKey(key))) continue;
    const { rows: used } = await pool.query(
      'select from users where avatar_key = $1 union all select from organizations where logo_key = $1',
      [key],
    );
    if (used.length > 0) problems.add('missing', `${imageKey(key)}, a picture of a person or a workspace`);
  }
}
