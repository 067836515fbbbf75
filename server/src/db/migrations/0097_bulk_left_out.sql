-- What an action left out, by the reason: a sentence for the person, and how many.
alter table bulk_batches add column left_out_reasons jsonb not null default '{}';
