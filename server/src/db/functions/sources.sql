-- Removes the secrets from an account that is taken from its owner, so that the grant can be revoked.
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

-- A workspace that is restored has its documents; its members connect their accounts again.
create or replace function take_grants_out_of_workspace() returns trigger language plpgsql as $$
begin
  update source_accounts set secrets = null where organization_id = new.id and secrets is not null;
  return null;
end $$;
