-- unaccent as an index needs it: always by the same rules, whatever the search path. Most names have no accents, and asking
-- for them takes much longer than looking whether there can be any.
do $$
begin
  execute format($f$create or replace function without_accents(text) returns text language sql immutable strict parallel safe
    as 'select %1$I.unaccent(''%1$I.unaccent''::regdictionary, $1)'$f$,
    (select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'unaccent'));
  execute format($f$create or replace function search_key(text) returns text language sql immutable parallel safe
    as 'select case when octet_length($1) = char_length($1) then $1 else %I.without_accents($1) end'$f$, current_schema());
end $$;

create or replace function search_periods(at timestamptz) returns int[] language sql stable as $$
  -- Of clocks that are wrong, nothing is newer than today.
  select array[to_char(day, 'YYYYMMDD')::int, to_char(day, 'YYYYMM')::int]
  from (select greatest(least(at, now()), timestamptz '1970-01-01 00:00:00+00') at time zone 'UTC' as day) d
$$;

-- Makes these contents be found in all accounts that have them, by the newest of their documents. Whoever records
-- passages and whoever gives documents a content wait for each other at the row of content_texts: otherwise neither
-- would see what the other is about to write.
create or replace function place_passages(organization uuid, contents bytea[]) returns void language plpgsql
  set plan_cache_mode = force_custom_plan as $$
begin
  perform 1 from content_texts where organization_id = organization and sha256 = any (contents)
    order by sha256 for share;
  if not found then return; end if;
  -- In one order, so that two accounts with the same contents cannot wait for each other.
  perform 1 from passages where organization_id = organization and sha256 = any (contents)
    order by sha256, number for no key update;
  if not found then return; end if;
  update passages p set account_ids = d.account_ids, periods = search_periods(d.newest)
  from (select sha256, array_agg(distinct account_id) as account_ids, max(placed_at) as newest from documents
    where organization_id = organization and sha256 = any (contents) and deleted_at is null group by sha256) d
  where p.organization_id = organization and p.sha256 = d.sha256
    and (not p.account_ids @> d.account_ids or p.periods <> search_periods(d.newest));
end $$;

create or replace function passages_documents_inserted() returns trigger language plpgsql as $$
begin
  perform place_passages(organization_id, array_agg(distinct sha256)) from fresh
  where sha256 is not null and deleted_at is null group by organization_id order by organization_id;
  return null;
end $$;

create or replace function passages_documents_updated() returns trigger language plpgsql set enable_nestloop = off as $$
begin
  perform place_passages(a.organization_id, array_agg(distinct a.sha256)) from before b join after a using (id)
  where a.sha256 is not null and a.deleted_at is null
    and (a.sha256, a.account_id, a.placed_at, a.deleted_at) is distinct from (b.sha256, b.account_id, b.placed_at, b.deleted_at)
  group by a.organization_id order by a.organization_id;
  return null;
end $$;

-- Passages with these words, in these accounts (null: the whole organisation) and these days or months (null: whenever). A
-- function, because its settings hold for its statement alone: by itself PostgreSQL would read the whole table for a frequent
-- word. Of the whole organisation no entries of accounts are read: where they are nearly all there are, they cost more than
-- they spare. The organisation is asked of the passages found, and written so that no index of it is read besides.
create or replace function passage_hits(organization uuid, accounts uuid[], query tsquery, window_keys int[], most int)
  returns table (sha256 bytea, number int) language plpgsql stable rows 500
  set enable_seqscan = off set enable_indexscan = off set plan_cache_mode = force_custom_plan as $$
begin
  if accounts is not null and window_keys is not null then
    return query select p.sha256, p.number from passages p
      where p.account_ids && accounts and p.periods && window_keys and p.tsv @@ query limit most;
  elsif accounts is not null then
    return query select p.sha256, p.number from passages p
      where p.account_ids && accounts and p.tsv @@ query limit most;
  elsif window_keys is not null then
    return query select p.sha256, p.number from passages p
      where p.periods && window_keys and p.tsv @@ query and (p.organization_id = organization) is true limit most;
  else
    return query select p.sha256, p.number from passages p
      where p.tsv @@ query and (p.organization_id = organization) is true limit most;
  end if;
end $$;

-- Names with something like each of these words, the longest first: two letters that changed places still count. Of names
-- that are somewhat like it only so many are compared.
create or replace function similar_names(organization uuid, principals uuid[], words text[], most int)
  returns table (document_id uuid, likeness real) language plpgsql stable
  set pg_trgm.word_similarity_threshold = 0.4 set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
begin
  return query select s.document_id, max(s.alike) from (
      select a.document_id, (select min(word_similarity(w, search_key(a.name_key))) from unnest(words) w) as alike
      from document_access a
      where search_key(a.name_key) %> words[1] and a.organization_id = organization and a.user_id = any (principals) limit 300) s
    where s.alike >= 0.4 group by s.document_id order by max(s.alike) desc limit most;
end $$;
