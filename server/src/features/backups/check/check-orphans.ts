import type { Pool } from '../../../db/pool.ts';
import type { BlobStore } from '../../../platform/blobs/index.ts';
import type { Problems } from './problems.ts';

const batch = 500;
/** Younger ones may be on their way: bytes are stored before what refers to them, or deleted after it. */
const dayMs = 24 * 3_600_000;

/** By what its key begins with: how to find those of the keys that something refers to. */
const owners: Readonly<Record<string, string>> = {
  content: `join blobs b
    on b.organization_id = split_part(key, '/', 2)::uuid and b.sha256 = decode(split_part(key, '/', 4), 'hex')`,
  thumbnails: `join thumbnails t
    on t.organization_id = split_part(key, '/', 2)::uuid and t.sha256 = decode(split_part(key, '/', 4), 'hex')`,
  renditions: `join renditions r
    on r.organization_id = split_part(key, '/', 2)::uuid and r.sha256 = decode(split_part(key, '/', 4), 'hex')`,
  images: `where replace(split_part(key, '/', 2), '.webp', '') in
    (select avatar_key from users where avatar_key is not null union all select logo_key from organizations where logo_key is not null)`,
};
const shapes: Readonly<Record<string, RegExp>> = {
  content: /^content\/[0-9a-f-]{36}\/[0-9a-f]{2}\/[0-9a-f]{64}$/,
  thumbnails: /^thumbnails\/[0-9a-f-]{36}\/[0-9a-f]{2}\/[0-9a-f]{64}$/,
  renditions: /^renditions\/[0-9a-f-]{36}\/[0-9a-f]{2}\/[0-9a-f]{64}$/,
  images: /^images\/[0-9a-f-]{36}\.webp$/,
};

/** Everything in the store belongs to something. */
export async function checkOrphans(pool: Pool, blobs: BlobStore, problems: Problems): Promise<void> {
  for (const [kind, referred] of Object.entries(owners)) {
    let keys: string[] = [];
    const flush = async () => {
      const { rows } = await pool.query<{ key: string }>(`select key from unnest($1::text[]) key ${referred}`, [keys]);
      const known = new Set(rows.map(({ key }) => key));
      for (const key of keys) if (!known.has(key)) problems.add('unused', key);
      keys = [];
    };
    for await (const { key, modifiedAt } of blobs.list(`${kind}/`)) {
      if (Date.now() - modifiedAt.getTime() < dayMs) continue;
      if (!shapes[kind]!.test(key)) problems.add('unused', key);
      else keys.push(key);
      if (keys.length === batch) await flush();
    }
    if (keys.length > 0) await flush();
  }
}

/** What is being removed goes in batches, and is not whole meanwhile. */
const livingDocuments = `documents d join source_accounts s on s.id = d.account_id and s.removed_at is null`;

/** What foreign keys don’t see to: rows whose document or owner is gone, and documents that nobody sees. */
const lostRows: Readonly<Record<string, string>> = {
  'access to a document that isn’t there': `select document_id::text as what from document_access a
    where not exists (select from documents d where d.id = a.document_id)`,
  'a document that its owner can’t see': `select d.id::text as what from ${livingDocuments} where d.deleted_at is null
    and not exists (select from document_access a where a.document_id = d.id and a.principal_id = d.owner_id)`,
  'a document whose owner isn’t a member': `select d.id::text as what from ${livingDocuments} where d.deleted_at is null
    and not exists (select from membership_rows m where m.organization_id = d.organization_id and m.user_id = d.owner_id)`,
  'a document without the content it should have': `select d.id::text as what from ${livingDocuments}
    where d.content = 'stored' and d.sha256 is null`,
};
const maxNamed = 20;

/** In one statement each, so that what changes meanwhile is seen whole or not at all. */
export async function checkRows(pool: Pool, problems: Problems): Promise<void> {
  for (const [meaning, statement] of Object.entries(lostRows)) {
    const { rows } = await pool.query<{ what: string }>(`select what from (${statement}) lost limit ${maxNamed}`);
    for (const { what } of rows) problems.add('row', `${meaning}: ${what}`);
  }
}
