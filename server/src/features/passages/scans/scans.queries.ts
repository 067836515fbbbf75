import { type RawBuilder, sql } from 'kysely';
import type { Config } from '../../../config.ts';
import type { Executor } from '../../../db/pool.ts';
import {
  charge,
  minMs,
  newestDue,
  noteServed,
  type WorkspaceLane,
  workspacesInTurn,
} from '../../../platform/workspace-turns.ts';
import type { Passage } from '../text/task.ts';
import { readerVersion, replacePassages } from '../texts.queries.ts';

export type OcrConfig = NonNullable<Config['ocr']>;

/** Rises whenever pictures give other texts than before: what older ones read is read again, in the background. */
const version = 1;

/** What reads now, by its version and languages. */
export const readerOf = ({ languages }: OcrConfig): string => `${version} ${languages.join('+')}`;

const maxAttempts = 3;
/** Longer than a file may take. */
const againAfterMinutes = 30;

/** SQL: whether what the document `d` has may be a picture of text; whoever reads it looks closer. */
export const mayBeScan: RawBuilder<boolean> = sql`d.type in ('pdf', 'image')`;

export interface ClaimedScan {
  organization_id: string;
  sha256: Buffer;
  attempts: number;
}

export const scansLane: WorkspaceLane = {
  name: 'scans',
  table: 'scans',
  isDue: sql`state = 'waiting' and next_try_at <= now() and attempts < ${sql.lit(maxAttempts)}`,
};

/**
 * One that waits, of the workspace whose turn it is what came last; until the time of its next try nobody else takes it.
 * `isQuick`: only of a workspace that had nothing read of late.
 */
export async function claimScan(db: Executor, { isQuick = false } = {}): Promise<ClaimedScan | undefined> {
  const { rows } = await sql<ClaimedScan>`
    with due as materialized (
      select w.organization_id, d.sha256 from ${workspacesInTurn(scansLane)} w cross join lateral ${newestDue(scansLane)} d
      where not ${isQuick} or w.free_at <= now() order by w.free_at, w.place limit 1
    ), charged as (${charge(scansLane, sql`due`, minMs)})
    update scans s set attempts = s.attempts + 1, next_try_at = now() + make_interval(mins => ${againAfterMinutes})
    from due where s.organization_id = due.organization_id and s.sha256 = due.sha256
    returning s.organization_id, s.sha256, s.attempts`.execute(db);
  const [claimed] = rows;
  if (claimed) noteServed(scansLane, claimed.organization_id);
  return claimed;
}

/** Still claimed by the same try: neither gone nor given to another. */
const stillOurs = ({ organization_id, sha256, attempts }: ClaimedScan) =>
  sql`organization_id = ${organization_id} and sha256 = ${sha256} and state = 'waiting' and attempts = ${attempts}`;

/** Null passages: there is nothing that was not known before. */
export async function recordScan(
  tx: Executor,
  claimed: ClaimedScan,
  reader: string,
  { passages, isCut, embedder }: { passages: readonly Passage[] | null; isCut: boolean; embedder: number | null },
): Promise<void> {
  const { organization_id, sha256 } = claimed;
  const { numAffectedRows } = await sql`update scans set state = 'read', reason = null, reader = ${reader}
    where ${stillOurs(claimed)}`.execute(tx);
  if (numAffectedRows === 0n || !passages) return;
  await sql`insert into content_texts (organization_id, sha256, state, is_cut, reader_version)
    values (${organization_id}, ${sha256}, 'read', ${isCut}, ${readerVersion})
    on conflict (organization_id, sha256) do update set state = 'read', reason = null, is_cut = excluded.is_cut`.execute(
    tx,
  );
  await replacePassages(tx, claimed, passages, embedder);
}

/** `isFinal`: another try would end the same. */
export async function recordScanFailure(
  db: Executor,
  claimed: ClaimedScan,
  reader: string,
  { reason, isFinal }: { reason: string; isFinal: boolean },
): Promise<void> {
  await sql`update scans set reason = ${reason}, reader = ${reader},
      state = case when ${isFinal} or attempts >= ${maxAttempts} then 'failed' else 'waiting' end
    where ${stillOurs(claimed)}`.execute(db);
}

/** This try does not count; another may begin at once. */
export async function returnScan(db: Executor, claimed: ClaimedScan): Promise<void> {
  await sql`update scans set attempts = attempts - 1, next_try_at = now() where ${stillOurs(claimed)}`.execute(db);
}

/** Of those whose last try nobody lived to see the end of. */
export async function giveUpScans(db: Executor, reader: string): Promise<void> {
  await sql`update scans set state = 'failed', reader = ${reader},
      reason = coalesce(reason, 'Sheaf stopped each time this file was read.')
    where state = 'waiting' and next_try_at <= now() and attempts >= ${maxAttempts}`.execute(db);
}

/** A PDF whose text was read: where some pages lack it, pictures of them are read next. */
export async function noteScan(
  tx: Executor,
  { organization_id, sha256 }: Pick<ClaimedScan, 'organization_id' | 'sha256'>,
  reader: string,
  hasScans: boolean,
): Promise<void> {
  await sql`insert into scans (organization_id, sha256, state, reader)
    values (${organization_id}, ${sha256}, ${hasScans ? 'waiting' : 'read'}, ${reader})
    on conflict (organization_id, sha256) do update set state = excluded.state, reader = excluded.reader, attempts = 0,
      next_try_at = now(), reason = null`.execute(tx);
}
