import { ConnectorError } from '@sheaf/connectors';
import { sql } from 'kysely';
import { sendMail } from '../../jobs/send-mail.ts';
import type { Services } from '../../services.ts';
import { sourceName } from '../sources/index.ts';
import { accountToBlame } from './side.ts';
import { longTransferMail } from './transfers.mail.ts';
import { enqueueTransfer, findAnyTransfer, notifyTransfer, type TransferRow } from './transfers.queries.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Runs in a row that a cloud out of reach may stop. */
const mostStalled = 10;
const longMinutes = 10;

/** Everything was tried: it ends, and if it took long a mail says so. */
export async function finishTransfer({ db, config }: Services, { id }: TransferRow): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      email: string;
      long: boolean;
    }>`update transfers t set phase = 'done', finished_at = now(), problem = null,
        status = case when failed > 0 then 'completed_with_errors' else 'completed' end, bytes_under_way = 0, stalled = 0,
        next_run_at = case repeat when 'hourly' then now() + interval '1 hour' when 'daily' then now() + interval '1 day' end
      from users u where t.id = ${id} and t.status = 'running' and u.id = t.user_id
      returning u.email, now() - t.started_at > make_interval(mins => ${longMinutes}) as long`.execute(tx);
    if (rows.length === 0) return;
    await notifyTransfer(tx, id);
    if (rows[0]!.long)
      await sendMail(tx, rows[0]!.email, longTransferMail((await findAnyTransfer(tx, id))!, config.publicUrl));
  });
}

/** The person has something to do first. */
export async function pauseTransfer({ db }: Services, { id }: TransferRow, problem: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`update transfers set status = 'paused', problem = ${problem}, bytes_under_way = 0
      where id = ${id} and status in ('pending', 'running')`.execute(tx);
    await notifyTransfer(tx, id);
  });
}

/** The slot is given back until then. */
export async function waitFor({ db }: Services, { id }: TransferRow, at: Date, problem: string | null): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`update transfers set problem = ${problem}, bytes_under_way = 0 where id = ${id}`.execute(tx);
    await enqueueTransfer(tx, id, at);
    await notifyTransfer(tx, id);
  });
}

async function failTransfer({ db }: Services, { id }: TransferRow, problem: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`update transfers set status = 'failed', phase = 'done', problem = ${problem}, finished_at = now(), bytes_under_way = 0
      where id = ${id} and status = 'running'`.execute(tx);
    await notifyTransfer(tx, id);
  });
}

/** What the code of the error asks for. */
export async function stopFor(services: Services, transfer: TransferRow, error: unknown): Promise<void> {
  if (!(error instanceof ConnectorError)) return failTransfer(services, transfer, 'Something went wrong on our side.');
  const account = accountToBlame(error);
  const label = account ? `${sourceName(account.source)} (${account.name})` : 'One of the clouds';
  if (error.code.startsWith('auth_'))
    return pauseTransfer(
      services,
      transfer,
      `Access to ${label} was withdrawn or has expired. Connect the account again, then go on.`,
    );
  if (error.code === 'quota_full')
    return pauseTransfer(services, transfer, `${label} is full. Make room there, then go on.`);
  if (error.code === 'rate_limited') {
    const ms = Math.min(error.detail.retryAfterMs ?? minuteMs, dayMs);
    return waitFor(
      services,
      transfer,
      new Date(Date.now() + ms),
      `${label} asks us to wait. The transfer goes on by itself.`,
    );
  }
  return stall(services, transfer, `${label}: ${error.message}`);
}

/** Later, and later still each time; in the end it is given up. */
async function stall(services: Services, transfer: TransferRow, problem: string): Promise<void> {
  const { rows } = await sql<{ stalled: number }>`update transfers set stalled = stalled + 1 where id = ${transfer.id}
    returning stalled`.execute(services.db);
  const stalled = rows[0]?.stalled ?? 0;
  if (stalled > mostStalled) return failTransfer(services, transfer, problem);
  const at = new Date(Date.now() + Math.min(60, 2 ** (stalled - 1)) * minuteMs);
  return waitFor(services, transfer, at, `${problem} The transfer goes on by itself.`);
}
