-- Passages with these words. Without accounts: of the whole organisation. Their entries in the index are read even where
-- they are nearly all there are, and then they cost more than they spare.
-- The organisation is asked of the passages found, and written so that no index of it is read besides.
create function passage_hits(organization uuid, accounts uuid[], query tsquery, window_keys int[], most int)
  returns table (sha256 bytea, number int) language plpgsql stable rows 500
  set enable_seqscan = off set enable_indexscan = off set plan_cache_mode = force_custom_plan as $$
begin
  if accounts is not null then
    return query select h.sha256, h.number from passage_hits(accounts, query, window_keys, most) h;
  elsif window_keys is null then
    return query select p.sha256, p.number from passages p
      where p.tsv @@ query and (p.organization_id = organization) is true limit most;
  else
    return query select p.sha256, p.number from passages p
      where p.periods && window_keys and p.tsv @@ query and (p.organization_id = organization) is true limit most;
  end if;
end $$;

-- With it, the accounts somebody sees something of are found one after another, however much each has shared.
create index document_shares_of_viewer on document_shares (organization_id, user_id, account_id);
drop index document_shares_of_member;
