import { createWordEmbedder, embedderNumber } from '../../server/src/meaning/index.ts';
import { wordTable } from '../../server/src/meaning/word-table.ts';
import { bulkLoad } from './bulk-load.ts';
import type { World } from './world.ts';

/** The same number always makes the same row of numbers. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const syllables =
  'ba be bi bo bu da de di do du fa fe fi fo ga ge gi go ka ke ki ko la le li lo ma me mi mo na ne ni no pa pe pi po ra re ri ro sa se si so ta te ti to va ve vi vo za ze zo'.split(
    ' ',
  );
const wordOf = (rank: number): string => {
  let rest = rank + syllables.length;
  let word = '';
  while (rest > 0) {
    word += syllables[rest % syllables.length]!;
    rest = Math.floor(rest / syllables.length);
  }
  return `${word}x`;
};

const vocabulary = 50_000;
/** So many texts are made; each passage is one of them and two words that few others have. */
const texts = 40_000;

/** Of `number` documents a member sees half by three accounts of their own, and 10,000 of a colleague's. */
export async function seedPassages({ pool, organizationId, userId }: World, number: number) {
  const run = (text: string, values: unknown[] = []) => pool.query(text, values);
  const random = numbers(7);
  await run(`update memberships set role = 'member' where user_id = $1`, [userId]);
  const colleague = crypto.randomUUID();
  await run(
    `insert into users (id, name, email, password_hash, email_verified_at) values ($1, 'Bea', 'bea@example.com', '', now())`,
    [colleague],
  );
  await run(`insert into memberships (organization_id, user_id, role) values ($1, $2, 'owner')`, [
    organizationId,
    colleague,
  ]);
  await run(
    'create unlogged table bench_texts (n int primary key, body text, tsv tsvector, code bit(256), cluster smallint, vector bytea)',
  );
  const shares = Array.from({ length: vocabulary }, (_, rank) => 1 / (rank + 3));
  const sum = shares.reduce((a, b) => a + b, 0);
  const upTo = new Float64Array(vocabulary);
  let reached = 0;
  shares.forEach((share, rank) => {
    reached += share / sum;
    upTo[rank] = reached;
  });
  const pick = (): string => {
    const wanted = random();
    let [low, high] = [0, vocabulary - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (upTo[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return wordOf(low);
  };
  const embedder = createWordEmbedder();
  const english = [...(await wordTable()).rows.keys()].filter((word) => /^[a-z]{4,}$/.test(word));
  const topic = () => Array.from({ length: 12 }, () => english[Math.floor(random() * english.length)]!).join(' ');
  const wanted = Math.min(texts, number * 2);
  for (let from = 0; from < wanted; from += 2_000) {
    const bodies = Array.from({ length: 2_000 }, () =>
      Array.from({ length: 150 + Math.floor(random() * 50) }, pick).join(' '),
    );
    // The words are invented, so what a text is about is said by others: they only lead to its vector.
    const meanings = (await embedder.embed(bodies.map(topic), new AbortController().signal)).map((one) => one!);
    await run(
      `insert into bench_texts select $1::int + place - 1, body, to_tsvector('english', body), code::bit(256), cluster, vector
       from unnest($2::text[], $3::text[], $4::smallint[], $5::bytea[]) with ordinality as t (body, code, cluster, vector, place)`,
      [
        from,
        bodies,
        meanings.map(({ code }) => code),
        meanings.map(({ cluster }) => cluster),
        meanings.map(({ vector }) => Buffer.from(vector.buffer, vector.byteOffset, vector.length)),
      ],
    );
  }
  const accounts: string[] = [];
  for (const [owner, name] of [
    [userId, 'first'],
    [userId, 'second'],
    [userId, 'third'],
    [colleague, 'theirs'],
  ] as const) {
    const { rows } = await run(
      `insert into source_accounts (id, organization_id, user_id, source, remote_user_id, name, status, settings)
       values (gen_random_uuid(), $1, $2, 'google-drive', $3, $3, 'disconnected', '{"file_mode":"all","chat_mode":"selected","file_selected_folders":[]}')
       returning id`,
      [organizationId, owner, name],
    );
    accounts.push(rows[0].id);
  }
  // Written as the triggers would leave it, without them and without indexes: with them it takes several times as long.
  const began = performance.now();
  await bulkLoad(pool, ['passages', 'document_access', 'documents'], async (loaders) => {
    const client = loaders[0]!;
    await client.query(
      `create unlogged table bench_documents as select n, gen_random_uuid() as id, sha256(n::text::bytea) as sha256,
       ($2::uuid[])[case when n % 2 = 1 then 4 when n % 10 < 6 then 1 when n % 10 < 8 then 2 else 3 end] as account_id,
       case when n % 2 = 1 then $3::uuid else $4::uuid end as owner_id,
       timestamptz '2021-11-01' + make_interval(secs => (n::bigint * 104729) % 157000000) as at
     from generate_series(1, $1::int) n`,
      [number, accounts, colleague, userId],
    );
    await client.query(
      `insert into blobs (organization_id, sha256, size) select $1, sha256, 1000 from bench_documents`,
      [organizationId],
    );
    await client.query(
      `insert into documents (id, organization_id, account_id, owner_id, remote_id, name, kind, type, format, size,
       remote_modified_at, revision, listing, sha256, stored_size, content)
     select id, $1, account_id, owner_id, n::text,
       case n % 3 when 0 then 'Report ' || n || '.pdf' when 1 then 'Notes ' || md5(n::text) || '.txt' else 'Contract ' || n || '.docx' end,
       'file', case n % 3 when 0 then 'pdf' when 1 then 'text' else 'word' end, 'other', 1000, at, '1', 1, sha256, 1000, 'stored'
     from bench_documents`,
      [organizationId],
    );
    await client.query(
      `insert into document_access (document_id, principal_id, organization_id, account_id, own, parent_id, name_key, modified_at, size, type, format)
     select d.id, x.principal_id, d.organization_id, d.account_id, x.own, null, d.name_key, d.placed_at, d.size, d.type, d.format
     from documents d cross join lateral (select d.owner_id as principal_id, true as own
       union all select $1::uuid, false where d.owner_id <> $1 and d.remote_id::int % 50 = 1) x`,
      [userId],
    );
    await client.query(
      `insert into document_shares (organization_id, document_id, principal_id, account_id)
     select organization_id, document_id, principal_id, account_id from document_access where not own`,
    );
    await client.query(
      `insert into content_texts (organization_id, sha256, state, reader_version) select $1, sha256, 'read', 1000 from bench_documents`,
      [organizationId],
    );
    // By hash, so that the primary key grows at its end.
    await client.query(
      'create unlogged table bench_order as select *, row_number() over (order by sha256) as place from bench_documents',
    );
    await client.query('create index on bench_order (place)');
    await client.query('analyze bench_order, bench_texts');
    await Promise.all(
      loaders.map(async (one, part) => {
        await one.query(
          `insert into passages (organization_id, sha256, number, places, language, body, tsv, account_ids, periods,
           embedder, code, cluster, vector)
         select $1, d.sha256, p, jsonb_build_array(jsonb_build_object('at', 0, 'page', p)), 'en', t.body || ' rare' || d.n / 4 || ' few' || d.n / 200,
           t.tsv || to_tsvector('english', 'rare' || d.n / 4 || ' few' || d.n / 200), array[d.account_id], search_periods(d.at),
           $4::int, t.code, t.cluster, t.vector
         from (select * from bench_order where place > $2::bigint and place <= $3::bigint order by place) d
         cross join generate_series(1, 2) p
         join bench_texts t on t.n = (d.n::bigint * 7919 + p * 15485863) % ${wanted}`,
          [
            organizationId,
            Math.floor((number * part) / loaders.length),
            Math.floor((number * (part + 1)) / loaders.length),
            embedderNumber(embedder),
          ],
        );
      }),
    );
  });
  console.log(`all loaded and indexed in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  const label = crypto.randomUUID();
  await run(`insert into labels (id, organization_id, user_id, name, color) values ($1, $2, $3, 'Chosen', '#1971c2')`, [
    label,
    organizationId,
    userId,
  ]);
  await run(
    `insert into label_documents (organization_id, label_id, document_id)
     select organization_id, $2, id from documents where owner_id = $1 and hashtext(id::text) % 50 = 7`,
    [userId, label],
  );
  await run('update source_accounts c set files = (select count(*) from documents d where d.account_id = c.id)');
  await run('vacuum analyze');
  /** Words by the number of passages that have them. */
  const { rows: words } = await run(
    `select word, ndoc::float / ${wanted} as share from ts_stat('select tsv from bench_texts') order by ndoc desc limit 20000`,
  );
  return { label, account: accounts[2]!, words: words as { word: string; share: number }[], english };
}
