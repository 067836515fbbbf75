import type { Pool } from '../../../db/pool.ts';
import type { BlobStore } from '../../../platform/blobs/index.ts';
import type { Problems } from './problems.ts';

const batch = 500;
/**
 * Newer contents may still get a reference: bytes are stored before the rows that refer to them, and deleted after
 * them.
 */
const dayMs = 24 * 3_600_000;

/** By the prefix of a key: SQL that finds the keys that something refers to. */
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

/** Reports everything in the store that nothing refers to. */
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

/** Leaves out accounts that are being removed, whose documents are deleted in batches. */
const livingDocuments = `documents d join source_accounts s on s.id = d.account_id and s.removed_at is null`;

/**
 * Inconsistencies that foreign keys can't prevent: rows without their document or owner, and documents that no one
 * sees.
 */
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

/** Each check is one statement, so that it sees concurrent changes completely or not at all. */
export async function checkRows(pool: Pool, problems: Problems): Promise<void> {
  for (const [meaning, statement] of Object.entries(lostRows)) {
    const { rows } = await pool.query<{ what: string }>(`select what from (${statement}) lost limit ${maxNamed}`);
    for (const { what } of rows) problems.add('row', `${meaning}: ${what}`);
  }
}
