import type { World } from '../src/world.ts';

const perOrganization = 50;

/**
 * Accounts `from` to `to` - 1, fifty to an organisation: three fifths at Google Drive, all of them watched, a fifth at
 * Dropbox, a fifth mailboxes; each with some runs behind it, and none of them due for hours.
 */
export async function seedAccounts({ pool }: World, from: number, to: number, runs = 5): Promise<void> {
  await pool.query(
    `with made as (insert into organizations (id, name, plan)
       select gen_random_uuid(), 'Organisation ' || n, 'business' from generate_series($1::int, $2::int - 1, $3::int) n returning id),
     people as (insert into users (id, name, email, password_hash) select gen_random_uuid(), 'Somebody', id || '@example.org', '' from made
       returning id, email)
     insert into memberships (organization_id, user_id, role) select split_part(email, '@', 1)::uuid, id, 'owner' from people`,
    [from, to, perOrganization],
  );
  await pool.query(
    `insert into source_accounts (id, organization_id, user_id, source, remote_user_id, name, settings, listing, next_sync_at, watch_at)
     select gen_random_uuid(), m.organization_id, m.user_id,
       case when n % 5 < 3 then 'google-drive' when n % 5 = 3 then 'dropbox' else 'imap' end, n::text, 'Account ' || n,
       '{"file_mode":"all","chat_mode":"selected","file_selected_folders":[]}', 1, now() + interval '1 day' + make_interval(secs => n % 300),
       case when n % 5 < 3 then now() + interval '2 days' else '-infinity' end
     from (select organization_id, user_id, row_number() over () as place from memberships m
       where not exists (select 1 from source_accounts a where a.organization_id = m.organization_id)) m
     cross join lateral generate_series(m.place * $1::int, m.place * $1::int + $1::int - 1) n`,
    [perOrganization],
  );
  await pool.query(
    `insert into source_watches (account_id, name, remote_id, renew_at)
     select id, gen_random_uuid(), 'watch', watch_at from source_accounts where source = 'google-drive' on conflict do nothing`,
  );
  await pool.query(
    `insert into batches (id, organization_id, account_id, status, phase, started_at, finished_at)
     select gen_random_uuid(), a.organization_id, a.id, 'completed', 'done', now(), now() from source_accounts a, generate_series(1, $1::int)
     where not exists (select 1 from batches b where b.account_id = a.id)`,
    [runs],
  );
  await pool.query('vacuum analyze');
}
