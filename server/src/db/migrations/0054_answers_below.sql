-- Of an answer that stands below the message it answers: when that one was sent. Null of all others.
alter table messages add column answers_at timestamptz;
