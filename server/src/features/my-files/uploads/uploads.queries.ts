import { limits } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import type { Member } from '../../../http/viewer.ts';
import type { Pieces } from '../../../platform/blobs/index.ts';
import { leaseEnd } from './turns.queries.ts';
import { type Outcome, type Upload, uploadColumns } from './upload-row.ts';

/** Each epoch leaves something behind; with so bad a connection a new upload is better. */
const maxEpochs = 900;

/** One of the viewer's own uploads, in the organization of the request. */
export async function findUpload(db: Executor, viewer: Member, id: string): Promise<Upload | undefined> {
  const { rows } = await sql<Upload>`select ${uploadColumns} from uploads where id = ${id} and user_id = ${viewer.id}
    and organization_id = ${viewer.membership.organizationId} and expires_at > now()
    and epoch <= ${maxEpochs}`.execute(db);
  return rows[0];
}

type NewUpload = Omit<Upload, 'received' | 'pieces' | 'epoch' | 'document_id' | 'outcome' | 'expires_at' | 'held_by'>;

/**
 * The upload expires within an hour if no bytes come; each progress extends it to a day. The creating request has the
 * first turn if `isHeld`.
 */
export async function insertUpload(db: Executor, upload: NewUpload, isHeld: boolean): Promise<Upload> {
  const expires_at = sql<Date>`now() + make_interval(mins => ${limits.emptyUploadMinutes})`;
  const held = isHeld ? { turn: 1, held_by: 1, held_until: leaseEnd } : {};
  await db
    .insertInto('uploads')
    .values({ ...upload, ...held, expires_at })
    .execute();
  return (await lockUpload(db, upload.id))!;
}

interface Progress {
  /** The recorded offset before. */
  from: number;
  received: number;
  pieces: Pieces | null;
  /** The turn is given back as well. */
  isOver: boolean;
  isDirty: boolean;
}

/** Records the progress and extends the expiry by a day. False if another request has the upload, or it is gone. */
export async function advance(db: Executor, id: string, turn: number, to: Progress): Promise<boolean> {
  const { numAffectedRows } = await sql`update uploads set received = ${to.received},
      pieces = ${to.pieces && JSON.stringify(to.pieces)}::jsonb, expires_at = now() + interval '1 day'
      ${to.isOver ? sql`, held_by = null, held_until = null, epoch = epoch + ${to.isDirty ? 1 : 0}` : sql``}
    where id = ${id} and held_by = ${turn} and received = ${to.from} and document_id is null`.execute(db);
  return numAffectedRows === 1n;
}

export async function lockUpload(tx: Executor, id: string): Promise<Upload | undefined> {
  const { rows } = await sql<Upload>`select ${uploadColumns} from uploads where id = ${id} for update`.execute(tx);
  return rows[0];
}

export async function closeUpload(tx: Executor, id: string, documentId: string, outcome: Outcome): Promise<void> {
  await sql`update uploads set document_id = ${documentId}, outcome = ${outcome},
    held_by = null, held_until = null where id = ${id}`.execute(tx);
}

/** The result of a finished upload. */
export async function findOutcome(db: Executor, id: string): Promise<{ documentId: string; outcome: Outcome } | null> {
  // outcome is never null here: it is set together with the document.
  const { rows } = await sql<{ documentId: string; outcome: Outcome }>`select document_id as "documentId", outcome
    from uploads where id = ${id} and document_id is not null`.execute(db);
  return rows[0] ?? null;
}

export async function deleteUpload(db: Executor, id: string): Promise<Upload | undefined> {
  const { rows } = await sql<Upload>`delete from uploads where id = ${id} returning ${uploadColumns}`.execute(db);
  return rows[0];
}

/** Deletes and returns up to `max` expired uploads, except those being written. */
export async function deleteExpired(db: Executor, max: number): Promise<Upload[]> {
  const { rows } = await sql<Upload>`delete from uploads where id in (
    select id from uploads where expires_at < now() and (held_until is null or held_until < now())
    order by expires_at limit ${max} for update skip locked)
    returning ${uploadColumns}`.execute(db);
  return rows;
}

export async function knownOf(db: Executor, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from uploads where id = any(${[...ids]}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * The unfinished uploads: how many this person has, the bytes they announced, and what others of the organization take
 * from the room. Bytes received count fully; bytes only announced count up to a cap for each person, so that no one
 * reserves the storage of all by announcing.
 */
export async function underWay(db: Executor, viewer: Member, except: string | null = null): Promise<UnderWay> {
  const { rows } = await sql<UnderWay>`select coalesce(sum(uploads) filter (where mine), 0)::int as mine,
      coalesce(sum(announced) filter (where mine), 0)::bigint as own,
      coalesce(sum(received + least(announced - received, ${limits.uploadsReserved})) filter (where not mine), 0)::bigint as others
    from (select user_id = ${viewer.id} as mine, count(*) as uploads, sum(size) as announced, sum(received) as received
      from uploads where organization_id = ${viewer.membership.organizationId} and document_id is null
        and expires_at > now() and id is distinct from ${except}::uuid group by user_id) people`.execute(db);
  return rows[0]!;
}

interface UnderWay {
  mine: number;
  own: number;
  others: number;
}
