-- Whoever something is shared with to edit may change it, and of a folder what is in it. In the shares alone: writing asks for
-- the folders above, lists do not (docs/adr/0020-editing.md), so that changing it rewrites no row of document_access.
alter table document_shares add column permission text not null default 'view' check (permission in ('view', 'edit'));
create trigger share_permission_changed after update on document_shares
  for each row when (old.permission is distinct from new.permission) execute function share_state_changed();
