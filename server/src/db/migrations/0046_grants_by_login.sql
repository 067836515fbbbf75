-- Who signed in at the provider, as it names them: apps of one provider that share a client share its grant, and number their
-- people differently. Null for what a process of the version before took out.
alter table grants_to_revoke add column login text;

-- As before, with the login.
create or replace function take_grant_out() returns trigger language plpgsql as $$
declare
  watch text;
begin
  if old.secrets is null or (tg_op = 'UPDATE' and new.user_id = old.user_id and new.secrets is not null) then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  delete from source_watches where account_id = old.id returning remote_id into watch;
  insert into grants_to_revoke (source, remote_user_id, login, secrets, watch_id)
    values (old.source, old.remote_user_id, old.name, old.secrets, watch);
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

-- What of the account is left out and why, as [{"what": "libraries", "count": 3, "why": "…"}].
alter table source_accounts add column not_included jsonb not null default '[]';
