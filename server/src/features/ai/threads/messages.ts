import { type AiCitation, type AiMessage, limits, type PassagePlace } from '@sheaf/contract';
import { sql } from 'kysely';
import { type OwnerScope, ownedIn } from '../../../db/owner-scope.ts';
import type { Executor } from '../../../db/pool.ts';
import { notFound } from '../../../errors.ts';
import { type Member, ownedBy } from '../../../http/viewer.ts';
import type { Services } from '../../../services.ts';
import { seesNow } from '../../access/index.ts';
import { passageId } from '../../search/index.ts';
import { hideUnseen } from './hide-unseen.ts';

interface StoredCitation {
  number: number;
  document_id: string;
  /** Null if the person can no longer see the document, or if it is gone. */
  document_name: string | null;
  sha256: string;
  passage: number;
  quote: string;
  place: PassagePlace;
}

interface Row {
  id: string;
  role: AiMessage['role'];
  content: string;
  model: string | null;
  supported: boolean;
  status: AiMessage['status'];
  feedback: AiMessage['feedback'];
  created_at: Date;
  /** Whether any document that was read for it can no longer be seen. */
  is_partly_hidden: boolean;
  citations: StoredCitation[] | null;
}

/** Depends on what the person may see now, not on what they could see when they asked. */
const columns = ({
  id,
  membership: { organizationId },
}: Member) => sql`m.id, m.role, m.content, m.model, m.supported, m.status, m.feedback, m.created_at,
  exists (select 1 from unnest(m.document_ids) read (id)
    where not ${seesNow({ id, organizationId }, sql`read.id`)}) as is_partly_hidden,
  (select json_agg(json_build_object('number', c.number, 'document_id', c.document_id, 'document_name', d.name,
      'sha256', encode(c.sha256, 'hex'), 'passage', c.passage, 'quote', c.quote, 'place', c.place) order by c.number)
    from ai_citations c
    left join documents d on d.id = c.document_id and ${seesNow({ id, organizationId }, sql`d.id`)}
    where c.message_id = m.id) as citations`;

function present(row: Row): AiMessage {
  const stored = row.citations ?? [];
  const seen = stored.filter((one): one is StoredCitation & { document_name: string } => one.document_name !== null);
  const isHidden = row.is_partly_hidden || seen.length < stored.length;
  const citations = seen.map(
    (one): AiCitation => ({
      number: one.number,
      document_id: one.document_id,
      document_name: one.document_name,
      passage_id: passageId({ sha256: Buffer.from(one.sha256, 'hex'), number: one.passage }),
      quote: one.quote,
      place: one.place,
    }),
  );
  return {
    id: row.id,
    role: row.role,
    content: isHidden ? hideUnseen(row.content, new Set(seen.map(({ number }) => number))) : row.content,
    model: row.model,
    citations,
    supported: row.supported,
    status: row.status,
    feedback: row.feedback,
    created_at: row.created_at.toISOString(),
  };
}

/** The last `max` messages of a conversation, in order. The caller has checked that it belongs to the person. */
export async function messagesOf(
  db: Executor,
  viewer: Member,
  threadId: string,
  max: number = limits.threadMessages,
): Promise<AiMessage[]> {
  const { rows } = await sql<Row>`select ${columns(viewer)} from ai_messages m
    where m.organization_id = ${viewer.membership.organizationId} and m.thread_id = ${threadId}
    order by m.number desc limit ${max}`.execute(db);
  return rows.toReversed().map(present);
}

/** A message as a model is given it. */
export interface Turn extends AiMessage {
  /** The documents its content may come from: all that were read for it and that the person may see. */
  documentIds: string[];
}

/** The last `max` messages before the question with this number, in order. */
export async function historyOf(
  db: Executor,
  viewer: Member,
  { threadId, number }: { threadId: string; number: number },
  max: number,
): Promise<Turn[]> {
  const { organizationId } = viewer.membership;
  const { rows } = await sql<Row & { seen_document_ids: string[] }>`select ${columns(viewer)},
      array(select read.id from unnest(m.document_ids) read (id)
        where ${seesNow({ id: viewer.id, organizationId }, sql`read.id`)}) as seen_document_ids
    from ai_messages m
    where m.organization_id = ${organizationId} and m.thread_id = ${threadId} and m.number < ${number}
    order by m.number desc limit ${max}`.execute(db);
  return rows.toReversed().map((row) => {
    const message = present(row);
    return { ...message, documentIds: [...row.seen_document_ids, ...message.citations.map((one) => one.document_id)] };
  });
}

export async function messageById(db: Executor, viewer: Member, id: string): Promise<AiMessage> {
  const { rows } = await sql<Row>`select ${columns(viewer)} from ai_messages m where m.id = ${id}`.execute(db);
  return present(rows[0]!);
}

export async function giveFeedback(
  { db }: Services,
  viewer: Member,
  id: string,
  feedback: AiMessage['feedback'],
): Promise<void> {
  const { organization_id, user_id } = ownedBy(viewer);
  const { numAffectedRows } = await sql`update ai_messages m set feedback = ${feedback} from ai_threads t
    where m.id = ${id} and m.role = 'assistant' and t.id = m.thread_id
      and t.organization_id = ${organization_id} and t.user_id = ${user_id}`.execute(db);
  if (numAffectedRows !== 1n) throw notFound('The answer');
}

/**
 * Deletes up to `max` messages of a member or an organization that is being removed, with their citations; returns how
 * many.
 */
export async function deleteAiMessageBatch(tx: Executor, whose: OwnerScope, max: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from ai_messages where id in (
    select m.id from ai_threads t join ai_messages m on m.thread_id = t.id
    where ${ownedIn(whose, 't')} limit ${max})`.execute(tx);
  return Number(numAffectedRows);
}
