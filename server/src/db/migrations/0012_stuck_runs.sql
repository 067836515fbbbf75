-- Each minute the few runs that have not ended are looked for, among all that are kept.
create index batches_open on batches (id) where status in ('pending', 'running', 'paused');
create index transfers_cancelled on transfers (finished_at) where status = 'cancelled';
