import { bulkLoad, type Client } from '../src/bulk-load.ts';
import type { World } from '../src/world.ts';

/** Ids as the program makes them, rising with time, and the same in every run. `number` is SQL. */
const idOf = (kind: number, number: string) =>
  `(lpad(to_hex(${1_700_000_000_000 + kind * 10_000_000_000} + ${number}), 12, '0') || '7' || overlay(left(md5('${kind} ' || ${number}), 19) placing '8' from 4))::uuid`;
const organization = (o: string) => idOf(1, o);
const user = (o: string, place: string) => idOf(2, `(${o} * 10 + ${place})`);
const account = (o: string, place: string) => idOf(3, `(${o} * 10 + ${place})`);
const label = (o: string) => idOf(4, o);

/** In each organisation: two members have an account, the first of them with three fifths of the documents. */
const members = 5;
const filesPerFolder = 50;

interface Size {
  /** The first and the last organisation. */
  from: number;
  to: number;
  documents: number;
}

/** People, groups, accounts and labels; with the triggers of the tables. */
async function seedPeople(db: Client, { from, to }: Size): Promise<void> {
  const each = `generate_series(${from}, ${to}) o`;
  const place = `generate_series(0, ${members - 1}) m`;
  await db.query(
    `insert into organizations (id, name, plan) select ${organization('o')}, 'Organisation ' || o, 'business' from ${each}`,
  );
  await db.query(`insert into users (id, name, email, password_hash, email_verified_at)
    select ${user('o', 'm')}, 'Member ' || m, o || '.' || m || '@example.org', '', now() from ${each}, ${place}`);
  await db.query(`insert into memberships (organization_id, user_id, role)
    select ${organization('o')}, ${user('o', 'm')}, case when m = 1 then 'owner' else 'member' end from ${each}, ${place}`);
  await db.query(`insert into source_accounts (id, organization_id, user_id, source, remote_user_id, name, status, settings)
    select ${account('o', 'm')}, ${organization('o')}, ${user('o', 'm')}, 'google-drive', o || '.' || m, 'Drive', 'disconnected',
      '{"file_mode":"all","chat_mode":"selected","file_selected_folders":[]}' from ${each}, generate_series(0, 1) m`);
  await db.query(`insert into labels (id, organization_id, user_id, name, color)
    select ${label('o')}, ${organization('o')}, ${user('o', '0')}, 'Important', '#1971c2' from ${each}`);
}

/** Folders of 50 files, with names and types of several frequencies. */
async function seedDocuments(db: Client, { from, to, documents }: Size): Promise<void> {
  const owner = `(case when n < ${documents * 0.6} then 0 else 1 end)`;
  const up = `n - n % ${filesPerFolder}`;
  const isFolder = `n % ${filesPerFolder} = 0`;
  const g = `(o::bigint * ${documents} + n)`;
  const documentId = (n: string) => idOf(5, `(o::bigint * ${documents} + ${n})`);
  await db.query(`insert into documents (id, organization_id, account_id, owner_id, remote_id, parent_id, parent_remote_id, name, kind, type,
      format, mime_type, size, remote_modified_at, revision, listing)
    select ${documentId('n')}, ${organization('o')}, ${account('o', owner)}, ${user('o', owner)}, md5(n::text),
      case when not ${isFolder} then ${documentId(up)} end, case when not ${isFolder} then md5((${up})::text) end,
      case when ${isFolder} then 'Folder ' || n / ${filesPerFolder} when n % 97 = 0 then 'Budget ' || ${g} || '.xlsx'
        when n % 10 < 4 then 'Report ' || ${g} || '.pdf' when n % 10 < 7 then 'IMG_' || ${g} || '.jpg'
        when n % 10 = 7 then 'Screenshot ' || ${g} || '.png' else 'Notes ' || md5(${g}::text) || '.txt' end,
      case when ${isFolder} then 'folder' else 'file' end,
      case when ${isFolder} then 'folder' when n % 97 = 0 then 'excel' when n % 10 < 4 then 'pdf' when n % 10 < 8 then 'image' else 'text' end,
      case when ${isFolder} then 'folder' when n % 97 = 0 or n % 10 < 4 then 'other' when n % 10 < 7 then 'jpg' when n % 10 = 7 then 'png' else 'other' end,
      case when not ${isFolder} then 'application/octet-stream' end, case when not ${isFolder} then (${g} * 7919) % 50000000 end,
      timestamptz '2025-01-01' + make_interval(secs => (${g} * 104729) % 50000000), '1', 1
    from generate_series(${from}, ${to}) o, generate_series(0, ${documents - 1}) n`);
  // A folder of the second member is shared with the first.
  const shared = Math.ceil((documents * 0.6) / filesPerFolder) * filesPerFolder;
  await db.query(`insert into document_shares (organization_id, document_id, principal_id, account_id)
    select ${organization('o')}, ${documentId(String(shared))}, ${user('o', '0')}, ${account('o', '1')} from generate_series(${from}, ${to}) o`);
  await db.query(`insert into label_documents (organization_id, label_id, document_id)
    select ${organization('o')}, ${label('o')}, ${documentId('n')}
    from generate_series(${from}, ${to}) o, generate_series(0, ${Math.floor(documents * 0.6) - 1}, 10) n`);
}

/** What the triggers of documents and shares would write. */
async function seedAccess(db: Client, { from, to }: Size): Promise<void> {
  const columns =
    'document_id, principal_id, organization_id, account_id, own, parent_id, name_key, modified_at, size, type, format';
  const rest = 'd.parent_id, d.name_key, d.placed_at, coalesce(d.size, -1), d.type, d.format';
  const range = `d.organization_id between ${organization(String(from))} and ${organization(String(to))}`;
  await db.query(`insert into document_access (${columns}) select d.id, d.owner_id, d.organization_id, d.account_id, true, ${rest}
    from documents d where ${range}`);
  await db.query(`insert into document_access (${columns}) select d.id, s.principal_id, d.organization_id, d.account_id, false, ${rest}
    from document_shares s join documents d on d.organization_id = s.organization_id and (d.id = s.document_id or d.parent_id = s.document_id)
    where ${range.replaceAll('d.', 's.')}`);
  await db.query(`insert into document_views (organization_id, user_id)
    select organization_id, user_id from memberships d where ${range} on conflict do nothing`);
}

/** An organisation as a sync, people and triggers would write it. */
export async function seedOrganization({ pool }: World, number: number, documents: number): Promise<void> {
  const db = await pool.connect();
  const size = { from: number, to: number, documents };
  try {
    await seedPeople(db, size);
    await seedDocuments(db, size);
  } finally {
    db.release();
  }
}

const slice = 50;

/** Organisations 0 to `count` - 1, in bulk: rows first, then the indexes that are not unique. */
export async function seedOrganizations({ pool }: World, count: number, documents: number): Promise<void> {
  const db = await pool.connect();
  await seedPeople(db, { from: 0, to: count - 1, documents }).finally(() => db.release());
  await bulkLoad(pool, ['documents', 'document_access', 'label_documents', 'document_shares'], async (loaders) => {
    let next = 0;
    const load = async (loader: Client) => {
      while (next < count) {
        const from = next;
        next += slice;
        const size = { from, to: Math.min(next, count) - 1, documents };
        await seedDocuments(loader, size);
        await seedAccess(loader, size);
        if ((from / slice) % 20 === 0) console.log(`  ${from} organisations`);
      }
    };
    await Promise.all(loaders.map(load));
  });
}

/** The first member of an organisation, and what their lists can be narrowed by. */
export async function memberOf({ pool }: World, number: number) {
  const { rows } = await pool.query(
    `select ${organization('$1::bigint')} as organization, ${user('$1::bigint', '0')} as "user", ${label('$1::bigint')} as label`,
    [number],
  );
  return rows[0] as { organization: string; user: string; label: string };
}
