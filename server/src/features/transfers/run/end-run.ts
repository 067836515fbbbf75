import { ConnectorError } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { sendMail } from '../../../jobs/send-mail.ts';
import { diskFullMessage, isDiskFull } from '../../../platform/blobs/index.ts';
import { notify } from '../../notifications/index.ts';
import { appLimitText, plainReason, sourceName } from '../../sources/index.ts';
import { failedAccount } from '../sides/open-side.ts';
import { longTransferMail } from '../transfers.mail.ts';
import { enqueueTransfer, findAnyTransfer, notifyTransfer, type TransferRow } from '../transfers.queries.ts';
import type { Run } from './run-context.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** How many runs in a row an unavailable cloud may stop. */
const maxStalled = 10;
const longMinutes = 10;

type Ending = Pick<Run, 'services' | 'lease' | 'transfer'>;

/** SQL: nothing can be transferred, for example because there are only shortcuts. */
const isNothing = sql`(t.total > 0 and not exists
  (select 1 from transfer_items i where i.transfer_id = t.id and i.outcome <> 'not_transferable'))`;
const nothingText = 'Nothing was transferred: links, shortcuts and some online documents can’t be.';

/** SQL: a repeating transfer is worth a notification only if it did something. */
const hasNews = sql`(t.repeat is null or exists (select 1 from transfer_items i
  where i.transfer_id = t.id and i.outcome in ('transferred', 'failed') and i.finished_at >= t.started_at))`;

/** Ends a transfer once everything was tried. Notifies its owner, by email if it took long. */
export async function finishTransfer({ services, lease, transfer: { id } }: Ending): Promise<void> {
  const { config } = services;
  await lease.write(async (tx) => {
    const { rows } = await sql<{
      email: string;
      long: boolean;
      news: boolean;
    }>`update transfers t set phase = 'done', finished_at = now(), problem = case when ${isNothing} then ${nothingText} end,
        status = case when failed > 0 then 'completed_with_errors' when ${isNothing} then 'failed' else 'completed' end,
        bytes_under_way = 0, stalled = 0,
        next_run_at = case repeat when 'hourly' then now() + interval '1 hour' when 'daily' then now() + interval '1 day' end
      from users u where t.id = ${id} and t.status = 'running' and u.id = t.user_id
      returning u.email, now() - t.started_at > make_interval(mins => ${longMinutes}) as long, ${hasNews} as news`.execute(
      tx,
    );
    if (rows.length === 0) return;
    await notifyTransfer(tx, id);
    const { email, long, news } = rows[0]!;
    const transfer = long || news ? await findAnyTransfer(tx, id) : undefined;
    if (!transfer) return;
    if (transfer.status === 'failed') return reportProblem(tx, transfer);
    const channel = await notify(tx, {
      ...toOwner(transfer),
      kind: 'transfer_finished',
      data: { ...namesOf(transfer), mode: transfer.mode, total: transfer.total, failed: transfer.failed },
      isEmailedElsewhere: true,
    });
    if (long && channel === 'email')
      await sendMail(tx, email, longTransferMail(transfer, config.publicUrl), transfer.organization_id);
  });
}

const toOwner = ({ id, organization_id, user_id }: TransferRow) => ({
  organizationId: organization_id,
  userId: user_id,
  subject: id,
});

const namesOf = ({ from_source, to_source }: TransferRow) => ({
  from: sourceName(from_source),
  to: sourceName(to_source),
});

/** Notifies the owner that it failed, or is paused until they act. */
async function reportProblem(tx: Executor, transfer: TransferRow | undefined): Promise<void> {
  if (!transfer) return;
  const data = { ...namesOf(transfer), paused: transfer.status === 'paused', problem: transfer.problem ?? '' };
  await notify(tx, { ...toOwner(transfer), kind: 'transfer_failed', data });
}

/** Pauses until the person acts. */
export async function pauseTransfer({ lease, transfer: { id } }: Ending, problem: string): Promise<void> {
  await lease.write(async (tx) => {
    const { numAffectedRows } =
      await sql`update transfers set status = 'paused', problem = ${problem}, bytes_under_way = 0
      where id = ${id} and status in ('pending', 'running')`.execute(tx);
    await notifyTransfer(tx, id);
    if (numAffectedRows === 1n) await reportProblem(tx, await findAnyTransfer(tx, id));
  });
}

/** Frees the slot until then. */
export async function waitUntil(run: Ending, at: Date, problem: string): Promise<void> {
  await resumeLater(run, { runAt: at }, problem);
}

async function resumeLater(
  { lease, transfer: { id } }: Ending,
  when: { runAt: Date } | { delayMs: number },
  problem: string,
  saysWhen = false,
): Promise<void> {
  const ms = 'delayMs' in when && saysWhen ? when.delayMs : null;
  await lease.write(async (tx) => {
    await sql`update transfers set problem = ${problem}, resumes_at = now() + make_interval(secs => ${ms === null ? null : ms / 1000}::float8),
      bytes_under_way = 0 where id = ${id}`.execute(tx);
    await enqueueTransfer(tx, id, when);
    await notifyTransfer(tx, id);
  });
}

async function failTransfer({ lease, transfer: { id } }: Ending, problem: string): Promise<void> {
  await lease.write(async (tx) => {
    const { numAffectedRows } =
      await sql`update transfers set status = 'failed', phase = 'done', problem = ${problem}, finished_at = now(), bytes_under_way = 0
      where id = ${id} and status = 'running'`.execute(tx);
    await notifyTransfer(tx, id);
    if (numAffectedRows === 1n) await reportProblem(tx, await findAnyTransfer(tx, id));
  });
}

/** Handles the error by its code. */
export async function stopFor(run: Ending, error: unknown): Promise<void> {
  if (!(error instanceof ConnectorError))
    return failTransfer(run, isDiskFull(error) ? diskFullMessage : 'Something went wrong on our side.');
  const account = failedAccount(error);
  const label = account ? `${sourceName(account.source)} (${account.name})` : 'One of the apps';
  if (error.code.startsWith('auth_'))
    return pauseTransfer(run, `Access to ${label} was removed or has expired. Reconnect the account, then resume.`);
  if (error.code === 'quota_full') return pauseTransfer(run, `${label} is full. Free some space there, then resume.`);
  if (error.code === 'rate_limited') {
    const delayMs = Math.min(error.detail.retryAfterMs ?? minuteMs, dayMs);
    const isOfApp = error.detail.limit === 'app' && account !== undefined;
    return resumeLater(run, { delayMs }, isOfApp ? appLimitText(account.source) : `${label} asks Sheaf to wait.`, true);
  }
  run.services.log.info({ err: error, transferId: run.transfer.id }, 'an app stopped a transfer');
  return stall(run, plainReason(error, label));
}

/** Tries again with growing pauses, and finally gives up. */
async function stall(run: Ending, problem: string): Promise<void> {
  const { lease, transfer } = run;
  const { rows } = await lease.write((tx) =>
    sql<{ stalled: number }>`update transfers set stalled = stalled + 1 where id = ${transfer.id}
      returning stalled`.execute(tx),
  );
  const stalled = rows[0]?.stalled ?? 0;
  if (stalled > maxStalled) return failTransfer(run, problem);
  const delayMs = Math.min(60, 2 ** (stalled - 1)) * minuteMs;
  return resumeLater(run, { delayMs }, problem, true);
}
