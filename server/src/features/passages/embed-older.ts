import { setImmediate as breathe } from 'node:timers/promises';
import { sql } from 'kysely';
import { enqueue, jobType, onJob } from '../../jobs/queue.ts';
import { type Embedder, EmbeddingsUnavailable, embedderNumber } from '../../meaning/index.ts';
import { noteServed, type WorkspaceLane, workspacesInTurn } from '../../platform/turns/workspace-turns.ts';
import type { Services } from '../../services.ts';
import { type EmbeddedPassage, recordEmbeddings } from './record-embeddings.ts';

const embedJob = jobType<object>('passages.embed');
/** Small enough that embedding a batch in the process that also answers requests delays none noticeably. */
const batchSize = 32;
const sliceMs = 30_000;

/**
 * Every minute: embeds passages without an embedding of the current embedder, because another one was configured then,
 * or because it is an endpoint, which the reading processes can't reach. Until then they are found by their words.
 */
export const embedOlderPassages = {
  ...onJob(
    embedJob,
    async (_, services, signal) => {
      const end = Date.now() + sliceMs;
      while (await embedNext(services, signal)) {
        signal.throwIfAborted();
        if (Date.now() > end) return enqueue(services.db, embedJob, {}, { key: `${embedJob.name} resumed` });
        await breathe();
      }
    },
    '* * * * *',
  ),
  ioBound: true,
};

interface Row extends EmbeddedPassage {
  language: string | null;
  body: string;
}

/** Embeds one batch. False if it was the last one, or the endpoint is away: the next minute is early enough. */
async function embedNext(services: Services, signal: AbortSignal): Promise<boolean> {
  const { db, embedder, log } = services;
  const number = embedderNumber(embedder);
  const rows = await olderPassages(services, number);
  if (rows.length === 0) return false;
  try {
    await recordEmbeddings(db, embedder, rows, await embeddingsOf(embedder, rows, signal));
  } catch (error) {
    if (!(error instanceof EmbeddingsUnavailable)) throw error;
    log.warn({ reason: error.message }, 'passages could not be embedded');
    return false;
  }
  return rows.length === batchSize;
}

const embedLane: WorkspaceLane = { name: 'embed', table: 'passages', isDue: sql`t.embedder is null` };

/** New passages first, in turns: one of each workspace that has any, then a second one of each, and so on. */
export async function olderPassages(services: Pick<Services, 'db' | 'memory'>, embedder: number): Promise<Row[]> {
  const columns = sql`organization_id, sha256, number, language, body, hashtext(body) as hash`;
  const some = sql`select ${columns} from passages`;
  // Each is a range of the index.
  const { rows } = await sql<Row>`(select ${columns} from (
      select p.*, w.place, row_number() over (partition by w.organization_id) as turn
      from ${workspacesInTurn(services, embedLane)} w cross join lateral (
        select organization_id, sha256, number, language, body from passages
        where organization_id = w.organization_id and embedder is null limit ${batchSize}) p
      order by turn, place limit ${batchSize}) new)
    union all (${some} where embedder < ${embedder} limit ${batchSize})
    union all (${some} where embedder > ${embedder} limit ${batchSize}) limit ${batchSize}`.execute(services.db);
  const last = rows.at(-1);
  if (last) noteServed(services, embedLane, last.organization_id);
  return rows;
}

async function embeddingsOf(embedder: Embedder, rows: readonly Row[], signal: AbortSignal) {
  const known = rows.filter(({ language }) => embedder.canEmbed(language));
  const embeddings = await embedder.embed(
    known.map(({ body }) => body),
    signal,
  );
  return new Map(known.map((row, index) => [row, embeddings[index]!]));
}
