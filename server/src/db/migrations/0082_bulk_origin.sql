-- From where and with what somebody asked for the action, as the audit log tells of what it does. Null: before this was kept.
alter table bulk_batches add column asked_from jsonb;
