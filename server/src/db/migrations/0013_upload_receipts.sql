-- What a destination answered to each chunk of an upload under way and asks for in the end, such as the ETags of S3's parts.
-- They go with their upload.
create table transfer_receipts (
  transfer_id uuid not null,
  number int not null,
  -- Of the chunk, in bytes from the start of the file.
  start bigint not null,
  length bigint not null,
  value text not null,
  primary key (transfer_id, number, start),
  foreign key (transfer_id, number) references transfer_uploads (transfer_id, number) on delete cascade
);
