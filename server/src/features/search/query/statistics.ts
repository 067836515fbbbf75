import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { enqueue, jobType, onJob } from '../../../jobs/queue.ts';
import { kept } from '../../../platform/memory.ts';
import type { Services } from '../../../services.ts';

/**
 * Statistics of an organization's passages, whoever may see them. They may decide how something is searched, but not
 * what is found or how it is rated.
 */
export interface Statistics {
  passages: number;
  /** Most frequent first; few, since a search has a form for each. */
  languages: readonly string[];
  /** For frequent words, the share of passages with them. */
  shares: ReadonlyMap<string, number>;
  /** Quantiles of the passages by day, such as 20261116, newest first. */
  days: readonly number[];
}

/** With fewer passages, any word can be searched without knowing its frequency. */
const fewPassages = 5_000;
const sampleSize = 20_000;
/** Words rarer than this in the sample are left out. */
const minInSample = 10;
const maxLexemes = 20_000;
const maxLanguages = 5;
/** Fine enough that the first one is a single day even with some years of passages. */
const quantiles = 2_000;

/** SQL: the passage belongs to a document that isn't in the trash. */
const isLive = `exists (select 1 from documents d
  where d.organization_id = p.organization_id and d.sha256 = p.sha256 and d.deleted_at is null)`;

/** Hashes have no order, so the first contents by hash are a random sample. */
const sampleOf = (organizationId: string) =>
  `select tsv, language, periods[1] as day from passages p where organization_id = '${organizationId}' and tsv is not null
   and ${isLive} order by sha256, number limit ${sampleSize}`;

const statisticsJob = jobType<{ organizationId?: string }>('search.statistics');

/** Hourly, and when a search finds none. Wrong statistics only make a search slower. */
export const gatherStatistics = onJob(
  statisticsJob,
  async ({ organizationId }, { db }, signal) => {
    if (organizationId) return gatherFor(db, organizationId);
    const { rows } = await sql<{ id: string }>`select id from organizations o where deleted_at is null
      and exists (select 1 from passages where organization_id = o.id)`.execute(db);
    for (const { id } of rows) {
      signal.throwIfAborted();
      await gatherFor(db, id);
    }
  },
  '17 * * * *',
);

export async function gatherFor(db: Executor, organizationId: string): Promise<void> {
  const counted = await sql<{ count: number }>`select count(*) as count from passages
    where organization_id = ${organizationId}`.execute(db);
  const { count } = counted.rows[0]!;
  if (count < fewPassages) {
    await sql`delete from search_statistics where organization_id = ${organizationId}`.execute(db);
    return;
  }
  const sample = sampleOf(organizationId);
  await sql`insert into search_statistics (organization_id, passages, languages, lexemes, days)
    select ${organizationId}, ${count},
      (select coalesce(array_agg(language order by n desc), '{}') from (select language, count(*) as n
        from (${sql.raw(sample)}) s where language is not null group by language order by n desc limit ${maxLanguages}) l),
      (select coalesce(jsonb_object_agg(word, share), '{}') from (select word, round(ndoc::numeric / ${Math.min(count, sampleSize)}, 5) as share
        from ts_stat(${`select tsv from (${sample}) s`}) where ndoc >= ${minInSample} order by ndoc desc limit ${maxLexemes}) w),
      (select coalesce(array_agg(day order by part), '{}') from (select part, min(day) as day from (
        select ntile(${quantiles}) over (order by day desc) as part, day from (${sql.raw(sample)}) s) t group by part) q)
    on conflict (organization_id) do update set passages = excluded.passages, languages = excluded.languages,
      lexemes = excluded.lexemes, days = excluded.days, taken_at = now()`.execute(db);
}

interface Known<T> {
  value: T;
  until: number;
}

const maxKnown = 200;
const knownForMs = 60_000;
const knownOf = kept(() => ({
  statistics: new Map<string, Known<Statistics>>(),
  shares: new Map<string, Known<Statistics['shares']>>(),
}));

type Remembering = Pick<Services, 'db' | 'memory'>;

/** A value remembered recently, or null. */
function recall<T>(known: Map<string, Known<T>>, organizationId: string): T | null {
  const found = known.get(organizationId);
  return found && found.until > Date.now() ? found.value : null;
}

function remember<T>(known: Map<string, Known<T>>, organizationId: string, value: T): T {
  known.delete(organizationId);
  known.set(organizationId, { value, until: Date.now() + knownForMs });
  if (known.size > maxKnown) known.delete(known.keys().next().value!);
  return value;
}

export async function statisticsOf(services: Remembering, organizationId: string): Promise<Statistics> {
  const known = knownOf(services).statistics;
  const recalled = recall(known, organizationId);
  if (recalled) return recalled;
  const statistics = await gathered(services.db, organizationId);
  return statistics ? remember(known, organizationId, statistics) : ofFew(services, organizationId);
}

async function gathered(db: Executor, organizationId: string): Promise<Statistics | undefined> {
  const { rows } = await sql<{
    passages: number;
    languages: string[];
    lexemes: Record<string, number>;
    days: number[];
  }>`
    select passages, languages, lexemes, days from search_statistics where organization_id = ${organizationId}`.execute(
    db,
  );
  const [row] = rows;
  return row && { ...row, shares: new Map(Object.entries(row.lexemes)) };
}

/**
 * With few passages, the languages are queried each time, so that the first document in another language is found at
 * once.
 */
async function ofFew(services: Remembering, organizationId: string): Promise<Statistics> {
  const { db } = services;
  const { rows } = await sql<{ language: string | null; n: number }>`select language, count(*) as n
    from (select language from passages p where organization_id = ${organizationId} and ${sql.raw(isLive)} limit ${fewPassages}) s
    group by language order by n desc`.execute(db);
  const passages = rows.reduce((sum, { n }) => sum + n, 0);
  const languages = rows.flatMap(({ language }) => language ?? []).slice(0, maxLanguages);
  if (passages === fewPassages) {
    await enqueue(db, statisticsJob, { organizationId }, { key: `${statisticsJob.name} ${organizationId}` });
    return { passages, languages, shares: new Map(), days: [] };
  }
  return { passages, languages, shares: await sharesOfFew(services, organizationId, passages), days: [] };
}

async function sharesOfFew(
  services: Remembering,
  organizationId: string,
  passages: number,
): Promise<Statistics['shares']> {
  const known = knownOf(services).shares;
  const recalled = recall(known, organizationId);
  if (recalled) return recalled;
  const { rows } = await sql<{
    word: string;
    share: number;
  }>`select word, ndoc::float8 / ${Math.max(passages, 1)} as share
    from ts_stat(${`select tsv from passages where organization_id = '${organizationId}' and tsv is not null`})
    order by ndoc desc limit ${maxLexemes}`.execute(services.db);
  return remember(known, organizationId, new Map(rows.map(({ word, share }) => [word, share])));
}
