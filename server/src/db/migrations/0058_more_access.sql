-- Which of the app's further accesses the person has allowed, by their keys, such as {shared}.
alter table source_accounts add column access text[] not null default '{}';
