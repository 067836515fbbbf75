import type { World } from './world.ts';

const accountOf = `insert into source_accounts (id, organization_id, user_id, source, remote_user_id, name, status, settings)
  values (gen_random_uuid(), $1, $2, $3, $4, $4, 'disconnected', '{"file_mode":"all","chat_mode":"selected","file_selected_folders":[]}')
  returning id`;

/** The same number always gets the same id, so that children can name their folder. */
const idOf = (n: string) =>
  `overlay(overlay(md5($2::uuid::text || ${n}) placing '7' from 13) placing '8' from 17)::uuid`;

const insertion = `insert into documents (id, organization_id, account_id, owner_id, remote_id, parent_id, parent_remote_id, name,
    kind, type, format, size, remote_modified_at, revision, listing)`;

/** As a sync would store them: folders of a thousand files each, with names and types of several frequencies. */
const documentsOf = `${insertion}
  select ${idOf('n')}, $1, $2, $3, n::text,
    case when n % 1000 > 0 then ${idOf('n - n % 1000')} end, case when n % 1000 > 0 then (n - n % 1000)::text end,
    case when n % 1000 = 0 then 'Folder ' || n / 1000 when n % 97 = 0 then 'Budget ' || n || '.xlsx' when n % 10 < 4 then 'Report ' || n || '.pdf'
      when n % 10 < 7 then 'IMG_' || n || '.jpg' when n % 10 = 7 then 'Screenshot ' || n || '.png' else 'Notes ' || md5(n::text) || '.txt' end,
    case when n % 1000 = 0 then 'folder' else 'file' end,
    case when n % 1000 = 0 then 'folder' when n % 97 = 0 then 'excel' when n % 10 < 4 then 'pdf' when n % 10 < 8 then 'image' else 'text' end,
    case when n % 1000 = 0 then 'folder' when n % 97 = 0 or n % 10 < 4 then 'other' when n % 10 < 7 then 'jpg' when n % 10 = 7 then 'png' else 'other' end,
    case when n % 1000 > 0 then (n::bigint * 7919) % 50000000 end, timestamptz '2025-01-01' + make_interval(secs => (n::bigint * 104729) % 50000000),
    '1', 1 from generate_series($4::int, $5::int) n`;

/** Everything below one folder, five levels deep: 25 to a folder, 40 folders to the next, 50 to the one above it. */
const treeOf = `${insertion}
  select ${idOf('n')}, $1, $2, $3, n::text, ${idOf('up')}, up::text,
    case when n % 25 = 0 then 'Project ' || n / 25 when n % 97 = 0 then 'Budget ' || n || '.xlsx' when n % 10 < 4 then 'Report ' || n || '.pdf'
      else 'Notes ' || md5(n::text) || '.txt' end,
    case when n % 25 = 0 then 'folder' else 'file' end,
    case when n % 25 = 0 then 'folder' when n % 97 = 0 then 'excel' when n % 10 < 4 then 'pdf' else 'text' end,
    case when n % 25 = 0 then 'folder' else 'other' end,
    case when n % 25 > 0 then (n::bigint * 7919) % 50000000 end, timestamptz '2025-01-01' + make_interval(secs => (n::bigint * 104729) % 50000000),
    '1', 1 from generate_series($4::int, $5::int) n
    cross join lateral (select case when n = 0 then null when n % 50000 = 0 then 0 when n % 1000 = 0 then n - n % 50000
      when n % 25 = 0 then n - n % 1000 else n - n % 25 end as up) above`;

/** One folder with everything else in it. */
const wideOf = `${insertion}
  select ${idOf('n')}, $1, $2, $3, n::text, case when n > 0 then ${idOf('0')} end, case when n > 0 then '0' end,
    case when n = 0 then 'Wide' when n % 20 = 0 then 'Folder ' || n else 'Scan ' || md5(n::text) || '.pdf' end,
    case when n % 20 = 0 then 'folder' else 'file' end, case when n % 20 = 0 then 'folder' else 'pdf' end,
    case when n % 20 = 0 then 'folder' else 'other' end, case when n % 20 > 0 then n * 10 end,
    timestamptz '2024-01-01' + make_interval(mins => n), '1', 1 from generate_series($4::int, $5::int) n`;

const step = 50_000;

/**
 * A million documents in one organisation: half of them the member's own, in three accounts, half a colleague's, of
 * which some thousands are shared with the member; labels on a tenth. Besides, half as many again below one folder of
 * the member's, and a folder of 10,000.
 */
export async function seedDocuments({ pool, organizationId, userId, addPerson }: World, number: number) {
  const { id: colleague } = await addPerson({ organizationId });
  await pool.query(`update memberships set role = 'member' where user_id = $1`, [userId]);
  const own: string[] = [];
  const fill = async (owner: string, source: string, name: string, count: number, insert = documentsOf) => {
    const { rows } = await pool.query(accountOf, [organizationId, owner, source, name]);
    for (let from = 0; from < count; from += step) {
      await pool.query(insert, [organizationId, rows[0].id, owner, from, Math.min(count, from + step) - 1]);
    }
    return rows[0].id as string;
  };
  for (const [source, share] of [
    ['google-drive', 0.3],
    ['dropbox', 0.15],
    ['webdav', 0.05],
  ] as const)
    own.push(await fill(userId, source, `${source} account`, Math.round(number * share)));
  const tree = await fill(userId, 'sftp', 'tree', Math.round(number * 0.5), treeOf);
  const wide = await fill(userId, 'sftp', 'wide', 10_001, wideOf);
  const theirs = await fill(colleague, 'google-drive', 'colleague', Math.round(number * 0.5));
  await pool.query(
    `insert into document_shares (organization_id, document_id, principal_id, account_id)
     select organization_id, id, $2, account_id from documents where account_id = $1 and kind = 'folder' order by id limit 5`,
    [theirs, userId],
  );
  const label = crypto.randomUUID();
  await pool.query(
    `insert into labels (id, organization_id, user_id, name, color)
     select case when n = 0 then $3::uuid else gen_random_uuid() end, $1, $2, 'Label ' || n, '#1971c2' from generate_series(0, 9) n`,
    [organizationId, userId, label],
  );
  await pool.query(
    `insert into label_documents (organization_id, label_id, document_id)
     select d.organization_id, (array(select id from labels where user_id = $2))[1 + (hashtext(d.id::text || 'x') & 7)], d.id
     from documents d where d.owner_id = $1 and hashtext(d.id::text) % 5 = 0`,
    [userId, userId],
  );
  await pool.query(
    `insert into label_documents (organization_id, label_id, document_id)
     select organization_id, $2, id from documents where owner_id = $1 and hashtext(id::text) % 50 = 7 on conflict do nothing`,
    [userId, label],
  );
  const collection = crypto.randomUUID();
  await pool.query(`insert into collections (id, organization_id, user_id, name) values ($1, $2, $3, 'Best of')`, [
    collection,
    organizationId,
    userId,
  ]);
  await pool.query(
    `insert into collection_documents (organization_id, collection_id, document_id)
     select organization_id, $2, id from documents where owner_id = $1 and hashtext(id::text) % 100 = 3`,
    [userId, collection],
  );
  await pool.query(`update source_accounts s set files = d.files
    from (select account_id, count(*) as files from documents where kind = 'file' group by account_id) d where d.account_id = s.id`);
  await pool.query('vacuum analyze');
  const { rows } = await pool.query(
    `select id from documents where account_id = $1 and kind = 'folder' order by id limit 1`,
    [own[0]],
  );
  const top = async (account: string) => {
    const found = await pool.query(`select id from documents where account_id = $1 and remote_id = '0'`, [account]);
    return found.rows[0].id as string;
  };
  return {
    label,
    collection,
    folder: rows[0].id as string,
    account: own[2]!,
    treeFolder: await top(tree),
    wideFolder: await top(wide),
  };
}
