import type { ConnectorError } from '@sheaf/connectors';
import { plainReason, sourceName } from '../../sources/index.ts';
import type { Settled } from '../ledger/ledger.ts';
import { failedAccount } from '../sides/open-side.ts';
import type { Side } from '../sides/side.ts';
import type { WorkItem } from '../transfers.queries.ts';

const maxAttempts = 6;

/** Stops the whole transfer: no access to an account, no room, or a rate limit. */
export const stopsTransfer = ({ code }: ConnectorError): boolean =>
  code.startsWith('auth_') || code === 'rate_limited' || code === 'quota_full';

/** No later attempt can change these. */
const isFinal = ({ code }: ConnectorError) => code === 'forbidden' || code === 'not_found';

/** Schedules retries after two seconds, eight, half a minute and so on; then the failure is reported. */
export function failedOnce(item: WorkItem, error: ConnectorError, sides: { from: Side }): Settled {
  const attempts = item.attempts + 1;
  if (item.arrived) {
    const reason = 'Copied. The original couldn’t be moved to the trash.';
    return attempts >= maxAttempts
      ? { outcome: 'transferred', attempts, reason }
      : later(attempts, plainReason(error, appOf(error)));
  }
  const reason = reasonOf(error, sides);
  return isFinal(error) || attempts >= maxAttempts ? { outcome: 'failed', attempts, reason } : later(attempts, reason);
}

const later = (attempts: number, reason: string): Settled => ({
  outcome: 'waiting',
  attempts,
  reason,
  retryInMs: 500 * 4 ** attempts,
});

function reasonOf(error: ConnectorError, { from }: { from: Side }): string {
  if (error.code === 'not_found')
    return failedAccount(error)?.id === from.account.id
      ? `It’s no longer in ${from.label}.`
      : 'The destination folder was deleted.';
  return plainReason(error, appOf(error));
}

const appOf = (error: ConnectorError): string => {
  const account = failedAccount(error);
  return account ? sourceName(account.source) : 'The app';
};
