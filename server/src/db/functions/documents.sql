-- The shares that let a person, with all their principals, change a document: its own (distance 0) and those of the
-- folders above.
create or replace function edit_shares(document uuid, principals uuid[]) returns table (root uuid, distance int)
  language plpgsql stable as $$
begin
  return query with recursive up as (
      select d.id, d.parent_id, 0 as depth from documents d where d.id = document
      union all
      select d.id, d.parent_id, up.depth + 1 from up join documents d on d.id = up.parent_id where up.depth < 500)
    select up.id, up.depth from up join document_shares s on s.document_id = up.id
    where s.principal_id = any (principals) and s.permission = 'edit' and s.state in ('live', 'filling');
end $$;

-- How far above a document the outermost folder is that a person may edit; 0 if only the document itself was shared
-- so. Null if they may not change it.
create or replace function edit_reach(document uuid, principals uuid[]) returns int language plpgsql stable as $$
begin
  return (select max(distance) from edit_shares(document, principals));
end $$;

-- Records what happened to documents, one element of each array for each; for renames `details` has the name before.
create or replace function note_activity(organizations uuid[], ids uuid[], kinds text[], details text[]) returns void
  language plpgsql as $$
begin
  insert into document_activity (organization_id, document_id, kind, detail)
  select organization, id, kind, detail from unnest(organizations, ids, kinds, details) as n (organization, id, kind, detail);
end $$;
