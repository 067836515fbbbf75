-- functions billing.sql
-- A workspace pays for one subscription.

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
