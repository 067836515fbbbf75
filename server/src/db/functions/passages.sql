create or replace function search_periods(at timestamptz) returns int[] language sql stable as $$
  -- If clocks are wrong, nothing is newer than today.
  select array[to_char(day, 'YYYYMMDD')::int, to_char(day, 'YYYYMM')::int]
  from (select greatest(least(at, now()), timestamptz '1970-01-01 00:00:00+00') at time zone 'UTC' as day) d
$$;

-- Makes these contents searchable in all accounts that have them, by the newest of their documents. Transactions
-- that record passages and those that give documents a content wait for each other at the row of content_texts;
-- otherwise neither would see what the other is about to write.
create or replace function place_passages(organization uuid, contents bytea[]) returns void language plpgsql
  set plan_cache_mode = force_custom_plan as $$
begin
  perform 1 from content_texts where organization_id = organization and sha256 = any (contents)
    order by sha256 for share;
  if not found then return; end if;
  -- In a fixed order, so that two accounts with the same contents can't wait for each other.
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
