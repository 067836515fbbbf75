import { useQueryClient } from '@tanstack/react-query';
import { accountsQuery, putAccount } from '../../../features/sources/api/accounts.ts';
import { SyncIndicator } from '../../../features/sources/components/sync-indicator.tsx';
import { useServerEvents } from '../../../features/sync/use-server-events.ts';

/** Follows what the server does, for the whole main area, and shows it in the header. */
export function SyncActivity() {
  const client = useQueryClient();
  const live = useServerEvents({
    onOpen: () => void client.invalidateQueries(accountsQuery()),
    onEvent: (event) => {
      if (event.type === 'account') putAccount(client, event.account);
    },
  });
  return <SyncIndicator live={live} />;
}
