import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { enqueue, jobType, onJob } from '../../jobs/queue.ts';
import { configurationOf, indexText } from '../../platform/text/index-words.ts';

const indexJob = jobType<object>('passages.index');
const batchSize = 200;
const sliceMs = 30_000;

/**
 * Every ten minutes: adds passages recorded before the index existed to it, a batch per transaction; until then they
 * aren't found. Concurrent jobs take different ones.
 */
export const indexOlderPassages = onJob(
  indexJob,
  async (_, { db }, signal) => {
    const end = Date.now() + sliceMs;
    while ((await db.transaction().execute(indexBatch)) === batchSize) {
      signal.throwIfAborted();
      if (Date.now() > end) return enqueue(db, indexJob, {}, { key: `${indexJob.name} resumed` });
    }
  },
  '*/10 * * * *',
);

interface Row {
  organization_id: string;
  sha256: Buffer;
  number: number;
  language: string | null;
  body: string;
}

async function indexBatch(tx: Executor): Promise<number> {
  const { rows } = await sql<Row>`select organization_id, sha256, number, language, body from passages
    where tsv is null order by organization_id, sha256 limit ${batchSize} for update skip locked`.execute(tx);
  if (rows.length === 0) return 0;
  const words = rows.map(({ organization_id, sha256, number, language, body }) => ({
    organization_id,
    sha256: sha256.toString('hex'),
    number,
    configuration: configurationOf(language),
    words: indexText(body),
  }));
  await sql`update passages p set tsv = to_tsvector(('pg_catalog.' || x.configuration)::regconfig, x.words),
      account_ids = d.account_ids, periods = d.periods
    from jsonb_to_recordset(${JSON.stringify(words)}::jsonb)
      as x (organization_id uuid, sha256 text, number int, configuration text, words text)
    cross join lateral (select coalesce(array_agg(distinct account_id), '{}') as account_ids,
        search_periods(coalesce(max(placed_at), now())) as periods from documents
      where organization_id = x.organization_id and sha256 = decode(x.sha256, 'hex') and deleted_at is null) d
    where p.organization_id = x.organization_id and p.sha256 = decode(x.sha256, 'hex') and p.number = x.number`.execute(
    tx,
  );
  return rows.length;
}
