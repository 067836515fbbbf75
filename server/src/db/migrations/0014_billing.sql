-- Plans, cards and subscriptions. What is paid for is the payment provider's to know: these tables are what it said when
-- it was last asked. A webhook only makes us ask again.

create table billing_customers (
  id uuid primary key,
  -- A workspace that is removed for good leaves its customer here until the provider has forgotten it too.
  organization_id uuid unique references organizations on delete set null,
  provider_id text unique,
  -- How often the provider has lost it: each time it is made anew, under another key.
  times_lost integer not null default 0,
  address jsonb,
  -- Every look at the provider takes the next number before it reads, and writes only what is newer than what was
  -- written: however looks overlap, an older one replaces nothing.
  look bigint not null default 0,
  written_look bigint not null default 0,
  next_look_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index billing_customers_due on billing_customers (next_look_at);

create table billing_subscriptions (
  customer_id uuid primary key references billing_customers on delete cascade,
  provider_id text not null,
  plan text not null check (plan in ('team', 'business')),
  interval text not null check (interval in ('month', 'year')),
  quantity integer not null,
  -- As the provider calls it: active, past_due, unpaid, canceled…
  status text not null,
  period_end timestamptz not null,
  cancel_at_period_end boolean not null,
  -- Since when the oldest unpaid invoice is due; null while all is paid.
  due_since timestamptz,
  -- The last mail about that: failed, reminded or read_only.
  notice text check (notice in ('failed', 'reminded', 'read_only'))
);

create table billing_cards (
  id uuid primary key,
  customer_id uuid not null references billing_customers on delete cascade,
  provider_id text not null unique,
  brand text not null,
  last4 text not null,
  exp_month integer not null,
  exp_year integer not null,
  name text,
  is_primary boolean not null
);
create index billing_cards_of_customer on billing_cards (customer_id);

-- Amounts in minor units.
create table billing_payments (
  id uuid primary key,
  customer_id uuid not null references billing_customers on delete cascade,
  provider_id text not null unique,
  amount bigint not null,
  currency text not null,
  status text not null check (status in ('paid', 'open', 'failed', 'void')),
  description text not null,
  receipt_url text,
  created_at timestamptz not null
);
create index billing_payments_newest on billing_payments (customer_id, created_at desc, id desc);

-- What costs money is on record before the provider is asked: its id is the idempotency key, so whatever was cut off
-- can be asked again and is done once. One at a time for each customer.
create table billing_requests (
  id uuid primary key,
  customer_id uuid not null references billing_customers on delete cascade,
  kind text not null check (kind in ('subscribe', 'change', 'pay')),
  body jsonb not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- The newest look at the provider when it ended: only later ones are sure to have seen what it did.
  ended_look bigint,
  -- The provider's refusal in words, where it refused.
  refusal text
);
create unique index billing_requests_open on billing_requests (customer_id) where ended_at is null;
create index billing_requests_of_customer on billing_requests (customer_id, ended_look);
create index billing_requests_old on billing_requests (ended_at);

-- Webhooks that came, so that one that comes again is known.
create table billing_events (
  id text primary key,
  received_at timestamptz not null default now()
);
create index billing_events_old on billing_events (received_at);
