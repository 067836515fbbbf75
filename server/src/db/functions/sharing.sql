-- Statements that write a share only name its principal.
create or replace function share_names_group() returns trigger language plpgsql as $$
begin
  new.group_id := (select id from groups where id = new.principal_id);
  return new;
end $$;

create or replace function move_shares(document uuid, account uuid) returns void language plpgsql as $$
begin
  update document_shares set account_id = account where document_id = document;
end $$;
