-- A workspace pays for one subscription. Nothing that costs money is requested from the provider while another
-- request is open, or before the result of the last one has been read; and a subscription only if there is none.
create or replace function billing_one_at_a_time() returns trigger language plpgsql as $$
declare
  seen bigint;
begin
  -- Other requests for the same customer wait here, and then see this row.
  select c.written_look into seen from billing_customers c where c.id = new.customer_id for update;
  if exists (select from billing_requests r
      where r.customer_id = new.customer_id and (r.ended_at is null or r.ended_look >= seen))
    or new.kind = 'subscribe' and exists (select from billing_subscriptions s
      where s.customer_id = new.customer_id and s.status not in ('canceled', 'incomplete', 'incomplete_expired'))
  then
    raise exception 'customer % has a subscription, or something that has not ended', new.customer_id
      using errcode = 'unique_violation';
  end if;
  return new;
end $$;
