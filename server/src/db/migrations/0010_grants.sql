-- A grant belongs to the person who gave it. Whatever takes an account from them (it is handed over, disconnected,
-- deleted with them or by them, or their workspace is deleted) takes the secrets out of the account at once and leaves
-- them here, sealed as they were, until the provider has been asked to revoke the grant.
create table grants_to_revoke (
  id bigint generated always as identity primary key,
  source text not null,
  remote_user_id text not null,
  secrets bytea not null,
  -- The watch at the provider that ends with it.
  watch_id text,
  attempts int not null default 0,
  next_try_at timestamptz not null default now()
);

-- Whose it was, by name, while it is disconnected after it was handed over.
alter table source_accounts add column handed_over_from text;

create function take_grant_out() returns trigger language plpgsql as $$
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
  return new;
end $$;
create trigger source_accounts_grant before update of user_id, secrets or delete on source_accounts
  for each row execute function take_grant_out();

-- A workspace that is restored has its documents; its people connect their accounts again.
create function take_grants_out_of_workspace() returns trigger language plpgsql as $$
begin
  update source_accounts set secrets = null where organization_id = new.id and secrets is not null;
  return null;
end $$;
create trigger organizations_grants after update of deleted_at on organizations
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function take_grants_out_of_workspace();

-- What proves that an authorisation under way is ours is sealed with the rest of it, in `secrets`.
alter table source_authorizations drop column verifier;
