-- Search by meaning: which embedder made a passage's vector. Those of different ones cannot be compared.

alter table passages add column embedder int;

-- Leads from clusters to codes without opening passages.
create index passages_by_cluster on passages (organization_id, embedder, cluster) include (code, sha256, number)
  where code is not null;
-- Whatever the current embedder has not been asked about.
create index passages_by_embedder on passages (embedder);
