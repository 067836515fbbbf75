import { type AiScope, limits } from '@sheaf/contract';
import { sql } from 'kysely';
import { AppError, notFound } from '../../../errors.ts';
import { type Member, ownedBy } from '../../../http/viewer.ts';
import { newId } from '../../../platform/uuid.ts';
import type { Services } from '../../../services.ts';
import { mustKnowScope } from '../threads/must-know-scope.ts';
import { countQuestion } from './count-question.ts';

export interface Question {
  content: string;
  scope?: AiScope;
  /** An earlier question of the conversation that this one replaces, with everything after it. */
  replaces?: string;
}

export interface KeptQuestion {
  threadId: string;
  /** Its number in the conversation. */
  number: number;
  scope: AiScope;
}

const maxTitleLength = 80;

/**
 * Stores a question before anything else happens to it, so that no failure of the answer can lose it. In the same
 * transaction, counts it against the person's rate and the plan of the workspace.
 */
export async function keepQuestion(
  services: Services,
  viewer: Member,
  threadId: string,
  { content, scope, replaces }: Question,
): Promise<KeptQuestion> {
  const { organization_id, user_id } = ownedBy(viewer);
  return services.db.transaction().execute(async (tx) => {
    const found = await sql<{ is_titled: boolean; scope: AiScope }>`select is_titled, scope from ai_threads
      where id = ${threadId} and organization_id = ${organization_id} and user_id = ${user_id} for update`.execute(tx);
    const [thread] = found.rows;
    if (!thread) throw notFound('The conversation');
    if (scope) await mustKnowScope(tx, viewer, scope, thread.scope);
    await countQuestion(tx, services, viewer);
    if (replaces) await deleteAskedFrom(replaces);
    const { rows } = await sql<{
      number: number;
    }>`insert into ai_messages (id, organization_id, thread_id, number, role, content)
      select ${newId()}, ${organization_id}, ${threadId}, coalesce(max(number), 0) + 1, 'user', ${content}
      from ai_messages where thread_id = ${threadId}
      having count(*) < ${limits.threadMessages} returning number`.execute(tx);
    if (!rows[0]) throw new AppError('conflict', 'This conversation is full. Start a new one.');
    const { number } = rows[0];
    const title = !thread.is_titled && number === 1 ? titleOf(content) : null;
    await sql`update ai_threads set updated_at = now(), title = coalesce(${title}, title),
      scope = coalesce(${scope ? JSON.stringify(scope) : null}::jsonb, scope) where id = ${threadId}`.execute(tx);
    return { threadId, number, scope: scope ?? thread.scope };

    async function deleteAskedFrom(id: string): Promise<void> {
      const { numAffectedRows } = await sql`delete from ai_messages where thread_id = ${threadId} and number >= (
        select number from ai_messages where id = ${id} and thread_id = ${threadId} and role = 'user')`.execute(tx);
      if (numAffectedRows === 0n) throw notFound('The question');
    }
  });
}

function titleOf(question: string): string {
  const line = question.replace(/\s+/g, ' ').trim();
  if (line.length <= maxTitleLength) return line;
  const cut = line.slice(0, maxTitleLength).toWellFormed();
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), maxTitleLength - 20)).trimEnd()}…`;
}
