import type { AiMessage } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Member } from '../../../http/viewer.ts';
import { newId } from '../../../platform/uuid.ts';
import type { Services } from '../../../services.ts';
import type { Answer } from '../answers/evidence.ts';
import { messageById } from '../threads/messages.ts';
import type { KeptQuestion } from './keep-question.ts';

interface Kept extends Answer {
  model: string | null;
  status: AiMessage['status'];
}

/** Returns null if the question was deleted or replaced meanwhile. */
export async function keepAnswer(
  { db }: Services,
  viewer: Member,
  { threadId, number }: KeptQuestion,
  { content, quotes, supported, documentIds, model, status }: Kept,
): Promise<AiMessage | null> {
  const { organizationId } = viewer.membership;
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`insert into ai_messages
        (id, organization_id, thread_id, number, role, content, model, supported, status, document_ids)
      select ${newId()}, ${organizationId}, thread_id, number + 1, 'assistant', ${content.toWellFormed().replaceAll('\0', '')}, ${model}::text, ${supported}::boolean,
        ${status}::text, ${documentIds}::uuid[]
      from ai_messages where thread_id = ${threadId} and number = ${number} and role = 'user'
      on conflict (thread_id, number) do nothing returning id`.execute(tx);
    const id = rows[0]?.id;
    if (!id) return null;
    const citations = quotes.map(({ evidence, start, text }, index) => ({
      number: index + 1,
      document_id: evidence.documentId,
      sha256: evidence.sha256.toString('hex'),
      passage: evidence.number,
      quote: text,
      place: evidence.placeAt(start),
    }));
    if (citations.length > 0)
      await sql`insert into ai_citations (organization_id, message_id, number, document_id, sha256, passage, quote, place)
        select ${organizationId}, ${id}, c.number, c.document_id, decode(c.sha256, 'hex'), c.passage, c.quote, c.place
        from jsonb_to_recordset(${JSON.stringify(citations)}::jsonb)
          as c (number int, document_id uuid, sha256 text, passage int, quote text, place jsonb)`.execute(tx);
    return messageById(tx, viewer, id);
  });
}
