-- Requests of an upload may reach any process, so who writes and where the bytes lie is kept here.
alter table uploads
  -- Where the bytes that were received lie, in the words of the store: files beside the contents, or parts of an upload to
  -- S3. Null: none, or one file as before.
  add column pieces jsonb,
  -- Requests take turns: the newest that asked for one, which one holds the upload, and until when unless it renews that.
  add column turn integer not null default 0,
  add column held_by integer,
  add column held_until timestamptz,
  -- Rises whenever a request may be left that does not know yet that it was replaced: what it still writes lies elsewhere.
  add column epoch integer not null default 0;
