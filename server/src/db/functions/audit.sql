-- Refuses every change of what the audit log has recorded. Rows may be deleted when they are older than the shortest
-- time they can be kept for, and together with a workspace that nobody can restore any more.
create or replace function keep_audit_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.at < now() - interval '30 days' then return old; end if;
    if old.organization_id is not null and not exists (select from organizations where id = old.organization_id
        and (deleted_at is null or deleted_at > now() - interval '30 days')) then
      return old;
    end if;
  end if;
  raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
end $$;
