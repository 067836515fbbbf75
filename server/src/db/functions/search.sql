-- unaccent as an index needs it: always with the same rules, whatever the search path. Most names have no accents,
-- and removing them takes much longer than checking whether there can be any.
do $$
begin
  execute format($f$create or replace function without_accents(text) returns text language sql immutable strict parallel safe
    as 'select %1$I.unaccent(''%1$I.unaccent''::regdictionary, $1)'$f$,
    (select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'unaccent'));
  execute format($f$create or replace function search_key(text) returns text language sql immutable parallel safe
    as 'select case when octet_length($1) = char_length($1) then $1 else %I.without_accents($1) end'$f$, current_schema());
end $$;

-- Passages with these words, in these accounts (null: the whole organization) and these days or months (null: any
-- time). It is a function because its settings apply to its statement alone: otherwise PostgreSQL would read the whole
-- table for a frequent word. For a whole organization the entries of accounts are not read: where these are nearly all
-- there are, they cost more than they save. The organization is compared after the passages are found, and written so
-- that no index of it is read in addition.
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

-- Names with something like each of these words, longest first; two letters that changed places still count. Only so
-- many similar names are compared.
create or replace function similar_names(organization uuid, principals uuid[], words text[], most int)
  returns table (document_id uuid, likeness real) language plpgsql stable
  set pg_trgm.word_similarity_threshold = 0.4 set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
begin
  return query select s.document_id, max(s.alike) from (
      select a.document_id, (select min(word_similarity(w, search_key(a.name_key))) from unnest(words) w) as alike
      from document_access a
      where search_key(a.name_key) %> words[1] and a.organization_id = organization and a.principal_id = any (principals) limit 300) s
    where s.alike >= 0.4 group by s.document_id order by max(s.alike) desc limit most;
end $$;
