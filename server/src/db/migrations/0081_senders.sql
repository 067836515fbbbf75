-- functions search.sql
-- What somebody sent is looked for by a part of their name or address (from: in the search box).
create index messages_author on messages using gin
  (search_key(lower(coalesce(author ->> 'name', '') || ' ' || coalesce(author ->> 'address', ''))) gin_trgm_ops);
