-- What is looked for every minute is found by an index, however many accounts there are.

-- When an account's changes have to be watched, or its watch has to be renewed; for all that are there, at once: the job sees
-- that a watch lasts longer.
alter table source_accounts add column watch_at timestamptz not null default '-infinity';
create index source_accounts_to_watch on source_accounts (source, watch_at) where next_sync_at is not null;

-- As before; an account whose watch goes with its grant is watched at once when it is connected again.
create or replace function take_grant_out() returns trigger language plpgsql as $$
declare
  watch text;
begin
  if old.secrets is null or (tg_op = 'UPDATE' and new.user_id = old.user_id and new.secrets is not null) then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  delete from source_watches where account_id = old.id returning remote_id into watch;
  insert into grants_to_revoke (source, remote_user_id, secrets, watch_id)
    values (old.source, old.remote_user_id, old.secrets, watch);
  if tg_op = 'DELETE' then
    return old;
  end if;
  new.secrets := null;
  new.status := 'disconnected';
  new.problem := null;
  new.next_sync_at := null;
  new.refreshing_until := null;
  new.watch_at := '-infinity';
  return new;
end $$;

-- The accounts that one process listens at.
create index account_listeners_of_listener on account_listeners (listener);

-- A member is in one organisation as a rule: taken for independent of each other, the two would make a list of a hundred thousand
-- look like one of some hundred, where there are many organisations.
create statistics document_access_of_member (dependencies) on organization_id, user_id from document_access;
