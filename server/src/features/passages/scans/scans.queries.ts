import { type RawBuilder, sql } from 'kysely';
import type { Config } from '../../../config/config.ts';
import type { Executor } from '../../../db/pool.ts';
import {
  charge,
  minMs,
  newestDue,
  noteServed,
  type WorkspaceLane,
  workspacesInTurn,
} from '../../../platform/turns/workspace-turns.ts';
import type { Services } from '../../../services.ts';
import type { Passage } from '../text/task.ts';
import { readerVersion, replacePassages } from '../texts.queries.ts';

export type OcrConfig = NonNullable<Config['ocr']>;

/**
 * Increased whenever pictures return other texts than before. Files of older versions are read again in the background.
 */
const version = 1;

/** The current reader: its version and languages. */
export const readerOf = ({ languages }: OcrConfig): string => `${version} ${languages.join('+')}`;

const maxAttempts = 3;
/** Longer than a file may take. */
const againAfterMinutes = 30;

/** SQL: whether the content of document `d` may be a picture of text; the reader checks more closely. */
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
 * Claims the newest waiting file of the workspace whose turn it is; no one else gets it until its next attempt is due.
 * `isQuick`: only of a workspace that had nothing read lately.
 */
export async function claimScan(
  services: Pick<Services, 'db' | 'memory'>,
  { isQuick = false } = {},
): Promise<ClaimedScan | undefined> {
  const { rows } = await sql<ClaimedScan>`
    with due as materialized (
      select w.organization_id, d.sha256 from ${workspacesInTurn(services, scansLane)} w cross join lateral ${newestDue(scansLane)} d
      where not ${isQuick} or w.free_at <= now() order by w.free_at, w.place limit 1
    ), charged as (${charge(scansLane, sql`due`, minMs)})
    update scans s set attempts = s.attempts + 1, next_try_at = now() + make_interval(mins => ${againAfterMinutes})
    from due where s.organization_id = due.organization_id and s.sha256 = due.sha256
    returning s.organization_id, s.sha256, s.attempts`.execute(services.db);
  const [claimed] = rows;
  if (claimed) noteServed(services, scansLane, claimed.organization_id);
  return claimed;
}

/** SQL: the row is still claimed by the same attempt, neither gone nor given to another. */
const stillOurs = ({ organization_id, sha256, attempts }: ClaimedScan) =>
  sql`organization_id = ${organization_id} and sha256 = ${sha256} and state = 'waiting' and attempts = ${attempts}`;

/** Null passages: the pictures have no new text. */
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

/** `isFinal`: another attempt would fail the same way. */
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

/** Doesn't count this attempt; the next may start at once. */
export async function returnScan(db: Executor, claimed: ClaimedScan): Promise<void> {
  await sql`update scans set attempts = attempts - 1, next_try_at = now() where ${stillOurs(claimed)}`.execute(db);
}

/** Gives up files whose last attempt crashed. */
export async function giveUpScans(db: Executor, reader: string): Promise<void> {
  await sql`update scans set state = 'failed', reader = ${reader},
      reason = coalesce(reason, 'Sheaf stopped each time this file was read.')
    where state = 'waiting' and next_try_at <= now() and attempts >= ${maxAttempts}`.execute(db);
}

/** Called once the text of a PDF was read: if some pages lack text, pictures of them are read next. */
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
