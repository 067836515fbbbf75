-- What a member opened, downloaded, uploaded or changed, with the last time; only the newest are kept (catalog/recent.ts).
create table recent_documents (
  organization_id uuid not null,
  user_id uuid not null,
  -- Without a reference, so that deleting documents costs nothing more: lists leave out what is gone or no longer shared.
  document_id uuid not null,
  used_at timestamptz not null default now(),
  primary key (organization_id, user_id, document_id),
  foreign key (organization_id, user_id) references membership_rows on delete cascade
);
create index recent_documents_newest on recent_documents (organization_id, user_id, used_at desc, document_id);

-- From what is on record of each person: found by the index of their activity, and as little as one person does in a year.
insert into recent_documents (organization_id, user_id, document_id, used_at)
select m.organization_id, m.user_id, done.document_id, done.used_at
from membership_rows m cross join lateral (
  select a.document_id, max(a.at) as used_at from document_activity a join documents d on d.id = a.document_id
  where a.user_id = m.user_id and a.organization_id = m.organization_id and d.kind <> 'folder'
    and a.kind in ('opened', 'downloaded', 'changed', 'renamed', 'moved')
  group by a.document_id order by used_at desc limit 200) done;
