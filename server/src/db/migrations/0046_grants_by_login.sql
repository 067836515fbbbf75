-- Who signed in at the provider, as it names them: apps of one provider that share a client share its grant, and number their
-- people differently. Null for what a process of the version before took out.
alter table grants_to_revoke add column login text;

-- What of the account is left out and why, as [{"what": "libraries", "count": 3, "why": "…"}].
alter table source_accounts add column not_included jsonb not null default '[]';
