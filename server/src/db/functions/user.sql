-- While a change of address can be undone, nobody else can take the old one: they could keep it from its owner.
create or replace function keep_old_address() returns trigger language plpgsql as $$
begin
  if exists (select from email_changes where lower(old_email) = lower(new.email) and user_id <> new.id
      and expires_at > now()) then
    raise exception 'this address was given up lately and may be taken back' using errcode = 'unique_violation';
  end if;
  return null;
end $$;
