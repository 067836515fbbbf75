import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { configurationOf } from '../../platform/text/index-words.ts';
import {
  charge,
  minMs,
  newestDue,
  noteServed,
  type WorkspaceLane,
  workspacesInTurn,
} from '../../platform/turns/workspace-turns.ts';
import type { Services } from '../../services.ts';
import type { Named } from './expected.ts';
import { embeddingRow } from './record-embeddings.ts';
import type { Passage } from './text/task.ts';

/**
 * Increased whenever readers return other texts than before. Texts of older readers are read again in the background.
 */
export const readerVersion = 4;

/**
 * SQL: whether the current readers may return another text for the content `t`. Version 4 differs only for old Office
 * files.
 */
export const isReadByOlder = sql`(t.reader_version < 3 or (t.reader_version = 3
  and t.reason = 'This file is in an old Office format or password-protected.'))`;

/** Attempts before a file is given up. A file that took too long is given up at once: it would take as long again. */
const maxAttempts = 4;
/** Longer than reading may take, and four times as long after each attempt: 2, 8 and 32 minutes. */
const againAfterMinutes = 2;

export interface Claimed {
  organization_id: string;
  sha256: Buffer;
  size: number;
  attempts: number;
  documents: Named[];
}

export const textsLane: WorkspaceLane = {
  name: 'texts',
  table: 'content_texts',
  isDue: sql`state = 'waiting' and next_try_at <= now() and attempts < ${sql.lit(maxAttempts)}`,
};

/**
 * Claims the newest waiting content of the workspace whose turn it is; no one else gets it until its next attempt is
 * due. `isQuick`: only of a workspace that had nothing read lately. Undefined if none waits.
 */
export async function claimText(
  services: Pick<Services, 'db' | 'memory'>,
  { isQuick = false } = {},
): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    with due as materialized (
      select w.organization_id, d.sha256 from ${workspacesInTurn(services, textsLane)} w cross join lateral ${newestDue(textsLane)} d
      where not ${isQuick} or w.free_at <= now() order by w.free_at, w.place limit 1
    ), charged as (${charge(textsLane, sql`due`, minMs)}), claimed as (
      update content_texts t set attempts = t.attempts + 1,
        next_try_at = now() + make_interval(mins => ${againAfterMinutes} * (4 ^ t.attempts)::int)
      from due where t.organization_id = due.organization_id and t.sha256 = due.sha256
      returning t.organization_id, t.sha256, t.attempts
    )
    select c.*, b.size, coalesce((select jsonb_agg(x) from (
        select d.name, d.kind, d.mime_type, d.exports ->> 0 as exported_as, d.conversation is not null as is_conversation
        from documents d where d.organization_id = c.organization_id and d.sha256 = c.sha256 limit 20) x), '[]') as documents
    from claimed c join blobs b on b.organization_id = c.organization_id and b.sha256 = c.sha256`.execute(services.db);
  const [claimed] = rows;
  if (claimed) noteServed(services, textsLane, claimed.organization_id);
  return claimed;
}

/** SQL: the row is still claimed by the same attempt, neither gone nor given to another. */
const stillOurs = ({ organization_id, sha256, attempts }: Claimed) =>
  sql`organization_id = ${organization_id} and sha256 = ${sha256} and state = 'waiting' and attempts = ${attempts}`;

/** Replaces the text recorded before. */
export async function recordText(
  tx: Executor,
  claimed: Claimed,
  { passages, isCut, embedder = null }: { passages: readonly Passage[]; isCut: boolean; embedder?: number | null },
): Promise<void> {
  const { numAffectedRows } = await sql`update content_texts set state = 'read', reason = null, is_cut = ${isCut},
    reader_version = ${readerVersion} where ${stillOurs(claimed)}`.execute(tx);
  if (numAffectedRows === 0n) return;
  await replacePassages(tx, claimed, passages, embedder);
}

/** The content must have a row in content_texts. */
export async function replacePassages(
  tx: Executor,
  { organization_id, sha256 }: Pick<Claimed, 'organization_id' | 'sha256'>,
  passages: readonly Passage[],
  embedder: number | null,
): Promise<void> {
  await sql`delete from passages where organization_id = ${organization_id} and sha256 = ${sha256}`.execute(tx);
  const rows = passages.map((passage, index) => ({
    number: index + 1,
    configuration: configurationOf(passage.language),
    ...passage,
    ...embeddingRow(embedder === null ? null : passage.embedding),
  }));
  await sql`insert into passages (organization_id, sha256, number, places, language, body, tsv, account_ids, periods,
      embedder, code, cluster, vector)
    select ${organization_id}, ${sha256}, x.number, x.places, x.language, x.body,
      to_tsvector(('pg_catalog.' || x.configuration)::regconfig, x.words), d.account_ids, d.periods,
      ${embedder}::int, x.code, x.cluster, decode(x.vector, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x (number int, places jsonb, language text, body text, configuration text, words text,
        code bit(256), cluster smallint, vector text)
    cross join (select coalesce(array_agg(distinct account_id), '{}') as account_ids,
        search_periods(coalesce(max(placed_at), now())) as periods from documents
      where organization_id = ${organization_id} and sha256 = ${sha256} and deleted_at is null) d`.execute(tx);
}

/** `isFinal`: another attempt would fail the same way. */
export async function recordFailure(
  db: Executor,
  claimed: Claimed,
  { reason, isFinal }: { reason: string; isFinal: boolean },
): Promise<void> {
  await sql`update content_texts set reason = ${reason}, reader_version = ${readerVersion},
      state = case when ${isFinal} or attempts >= ${maxAttempts} then 'failed' else 'waiting' end
    where ${stillOurs(claimed)}`.execute(db);
}

/** Doesn't count this attempt; the next may start at once. */
export async function returnText(db: Executor, claimed: Claimed): Promise<void> {
  await sql`update content_texts set attempts = attempts - 1, next_try_at = now() where ${stillOurs(claimed)}`.execute(
    db,
  );
}

/** Deletes the row of a content none of whose documents has text any longer. */
export async function dropText(db: Executor, claimed: Claimed): Promise<void> {
  await sql`delete from content_texts where ${stillOurs(claimed)}`.execute(db);
}

/** Gives up texts whose last attempt crashed. */
export async function giveUpTexts(db: Executor): Promise<void> {
  await sql`update content_texts set state = 'failed', reader_version = ${readerVersion},
      reason = coalesce(reason, 'Sheaf stopped each time this file was read.')
    where state = 'waiting' and next_try_at <= now() and attempts >= ${maxAttempts}`.execute(db);
}
