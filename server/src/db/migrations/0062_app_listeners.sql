-- Which worker holds the connection on which a provider reports changes of all accounts (Slack's Socket Mode); another may
-- take over once its time is up.
create table app_listeners (
  source text primary key,
  listener uuid not null,
  until timestamptz not null
);
