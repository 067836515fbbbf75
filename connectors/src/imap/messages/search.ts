import { ConnectorError } from '../../kit/errors.ts';
import type { ImapAccount, MailboxState } from '../account.ts';

/** The UIDs of messages from `first` to `last`, in ascending order. */
export function searchUids(
  account: ImapAccount,
  state: MailboxState,
  first: number,
  last: number,
  signal: AbortSignal,
): Promise<number[]> {
  const end = last === Number.POSITIVE_INFINITY ? '*' : last;
  return account.inMailbox(
    state.path,
    async (client) => {
      const found = await client.search({ uid: `${first}:${end}` }, { uid: true });
      // imapflow doesn’t report why it failed.
      if (!found) throw new ConnectorError('unavailable', 'The mail server couldn’t list the messages of a mailbox');
      // `5:*` also finds the last message if it is below 5.
      return found.filter((uid) => uid >= first && uid <= last);
    },
    { signal, view: state },
  );
}
