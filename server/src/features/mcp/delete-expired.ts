import { sql } from 'kysely';
import { jobType } from '../../jobs/queue.ts';
import { onSlicedJob } from '../../jobs/sliced.ts';

/** Daily: what assistants asked for more than 90 days ago. */
export const deleteExpiredMcpCalls = onSlicedJob(
  jobType<object>('mcp.forget-calls'),
  async ({ db }) => {
    const { numAffectedRows } = await sql`delete from mcp_calls where id in (
      select id from mcp_calls where at < now() - interval '90 days' order by at limit 10000)`.execute(db);
    return numAffectedRows !== 0n;
  },
  '47 3 * * *',
);
