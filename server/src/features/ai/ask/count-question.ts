import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { AppError } from '../../../errors.ts';
import { type Member, ownedBy } from '../../../http/viewer.ts';
import type { Services } from '../../../services.ts';
import { giveBackAiMessage, takeAiMessage } from '../../plans/index.ts';

/** Of one person, in a minute, in the chat and by assistants together. */
const maxAMinute = 20;

/**
 * Counts a question against the person's rate and the plan of the workspace, or refuses it: of those that come at once,
 * exactly as many as are left get through.
 */
export async function countQuestion(tx: Executor, services: Services, viewer: Member): Promise<void> {
  const { organization_id, user_id } = ownedBy(viewer);
  const isOver = sql`r.since <= now() - interval '1 minute'`;
  const { numAffectedRows } = await sql`insert into ai_rates as r (organization_id, user_id, since, questions)
    values (${organization_id}, ${user_id}, now(), 1)
    on conflict (organization_id, user_id) do update set
      since = case when ${isOver} then now() else r.since end,
      questions = case when ${isOver} then 1 else r.questions + 1 end
      where ${isOver} or r.questions < ${maxAMinute}`.execute(tx);
  if (numAffectedRows !== 1n)
    throw new AppError('rate_limited', 'You’ve asked many questions. Wait a minute, then try again.', {
      retryAfter: 60,
    });
  await takeAiMessage(tx, services, viewer);
}

/** Gives back a question whose answer failed before its first word, so that trying again costs nothing. */
export async function uncountQuestion(db: Executor, viewer: Member): Promise<void> {
  const { organization_id, user_id } = ownedBy(viewer);
  await sql`update ai_rates set questions = questions - 1
    where organization_id = ${organization_id} and user_id = ${user_id} and questions > 0`.execute(db);
  await giveBackAiMessage(db, viewer);
}
