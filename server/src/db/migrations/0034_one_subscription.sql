-- A workspace pays for one subscription. Nothing that costs money is asked of the provider while something else is, or
-- before what was asked last has been read back; and a subscription only where there is none.
create function billing_one_at_a_time() returns trigger language plpgsql as $$
declare
  seen bigint;
begin
  -- Others that ask for the same customer wait here, and then see this row.
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
create trigger billing_one_at_a_time before insert on billing_requests
  for each row execute function billing_one_at_a_time();

-- Subscriptions that the provider has beside the one that a workspace pays for. On record before they are ended: they are
-- the same ones whoever looks, and one always remains.
create table billing_surplus (
  -- The provider's name for it.
  subscription_id text primary key,
  customer_id uuid not null references billing_customers on delete cascade,
  found_at timestamptz not null default now(),
  -- When it was canceled, and all that was paid for it given back.
  ended_at timestamptz,
  -- The invoices that were given back, as the provider calls them.
  refunded_invoices text[] not null default '{}'
);
create index billing_surplus_of_customer on billing_surplus (customer_id);
