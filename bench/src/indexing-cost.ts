import type { Database } from '../../server/src/db/pool.ts';
import { claimText, recordText } from '../../server/src/features/passages/texts.queries.ts';
import { createWordEmbedder, embedderNumber } from '../../server/src/meaning/index.ts';
import { indexText } from '../../server/src/platform/index-words.ts';
import { processorMs } from './processor-time.ts';

const contents = 200;
const passagesEach = 10;
const passages = contents * passagesEach;

interface Place {
  db: Database;
  pool: { query(text: string, values?: unknown[]): Promise<{ rows: { body: string }[] }> };
  organizationId: string;
}

/** What a passage costs on its way into the index, beside all that are there: ours and PostgreSQL's processor time. */
export async function measureIndexing({ db, pool, organizationId }: Place, postgres: number): Promise<void> {
  const { rows } = await pool.query(`select body from bench_texts order by n limit ${passages}`);
  const bodies = rows.map(({ body }) => body);
  const embedder = createWordEmbedder();
  await embedder.embed(['to load the table'], new AbortController().signal);
  const began = process.cpuUsage();
  const words = bodies.map(indexText);
  const embeddings = await embedder.embed(bodies, new AbortController().signal);
  const { user, system } = process.cpuUsage(began);
  await pool.query(
    `with hashes as (select sha256(('indexing ' || n)::bytea) as sha256 from generate_series(1, ${contents}) n),
       bytes as (insert into blobs (organization_id, sha256, size) select $1, sha256, 1 from hashes)
     insert into content_texts (organization_id, sha256) select $1, sha256 from hashes`,
    [organizationId],
  );
  const each = (ms: number) => (ms / passages).toFixed(2);
  const costOf = async (work: () => Promise<unknown>) => {
    const before = processorMs(postgres);
    await work();
    return each(processorMs(postgres) - before);
  };
  const stems = await costOf(() =>
    pool.query(`select count(to_tsvector('english', w)) from unnest($1::text[]) w`, [words]),
  );
  const recorded = await costOf(async () => {
    for (let content = 0; content < contents; content += 1) {
      const claimed = await claimText(db);
      const some = bodies.slice(content * passagesEach, (content + 1) * passagesEach).map((body, index) => ({
        places: [{ at: 0, page: index + 1 }],
        language: 'en',
        body,
        words: words[content * passagesEach + index]!,
        embedding: embeddings[content * passagesEach + index]!,
      }));
      await db
        .transaction()
        .execute((tx) =>
          recordText(tx, claimed!, { passages: some, isCut: false, embedder: embedderNumber(embedder) }),
        );
    }
  });
  console.log(
    `indexing a passage: PostgreSQL ${recorded} ms, of which stems (to_tsvector) ${stems} ms; words and vector ${each((user + system) / 1000)} ms of processor`,
  );
  // Where the rest goes: the rows that were just written, into a table with one index after the other.
  await pool.query(
    'create table bench_rows as select * from passages where sha256 in (select sha256(($$indexing $$ || n)::bytea) from generate_series(1, 200) n)',
  );
  const parts: string[] = [];
  for (const [name, index] of [
    ['the row alone', null],
    ['search, as it is', 'using gin (account_ids, periods, tsv) with (gin_pending_list_limit = 512)'],
    ['search, without a pending list', 'using gin (account_ids, periods, tsv) with (fastupdate = off)'],
    ['search, longer pending list', 'using gin (account_ids, periods, tsv) with (gin_pending_list_limit = 4096)'],
    ['primary key', '(organization_id, sha256, number)'],
    ['clusters', '(organization_id, embedder, cluster) include (code, sha256, number)'],
    ['embedder', '(embedder)'],
  ] as const) {
    await pool.query('create table bench_target (like passages)');
    if (index) await pool.query(`create index bench_target_index on bench_target ${index}`);
    const cost = await costOf(async () => {
      for (let content = 1; content <= contents; content += 1)
        await pool.query(
          'insert into bench_target select * from bench_rows where sha256 = sha256(($$indexing $$ || $1::int)::bytea)',
          [content],
        );
    });
    parts.push(`${name} ${cost}`);
    await pool.query('drop table bench_target');
  }
  console.log(`of which, in ms: ${parts.join(', ')}`);
}
