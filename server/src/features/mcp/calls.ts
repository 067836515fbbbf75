import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { type Member, ownedBy } from '../../http/viewer.ts';
import { jobType } from '../../jobs/queue.ts';
import { onSlicedJob } from '../../jobs/sliced.ts';
import { newId } from '../../platform/uuid.ts';

/** Records who called a tool, with which key and for what. */
export async function noteCall(
  db: Executor,
  viewer: Member,
  tool: string,
  subjectId: string | undefined,
): Promise<void> {
  const { credential } = viewer;
  await db
    .insertInto('mcp_calls')
    .values({
      id: newId(),
      ...ownedBy(viewer),
      key_id: credential.id,
      key_name: credential.kind === 'key' ? credential.name : '',
      tool,
      subject_id: subjectId ?? null,
    })
    .execute();
}

/** Daily: deletes calls older than 90 days. */
export const deleteExpiredMcpCalls = onSlicedJob(
  jobType<object>('mcp.forget-calls'),
  async ({ db }) => {
    const { numAffectedRows } = await sql`delete from mcp_calls where id in (
      select id from mcp_calls where at < now() - interval '90 days' order by at limit 10000)`.execute(db);
    return numAffectedRows !== 0n;
  },
  '47 3 * * *',
);
