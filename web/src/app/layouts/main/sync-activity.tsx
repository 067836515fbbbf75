import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { reloadDocuments } from '../../../features/documents/api/documents.ts';
import { accountsQuery, putAccount } from '../../../features/sources/api/accounts.ts';
import { SyncIndicator } from '../../../features/sources/components/sync-indicator.tsx';
import { useServerEvents } from '../../../features/sync/use-server-events.ts';
import { throttle } from '../../../lib/throttle.ts';

/** A sync changes lists many times a second; this often is enough to watch it. */
const RELOAD_MS = 2000;

/** Follows what the server does, for the whole main area; whoever has accounts sees it in the header. */
export function SyncActivity({ shown }: { shown: boolean }) {
  const heard = useRef(false);
  const client = useQueryClient();
  const reload = useMemo(() => throttle(() => void reloadDocuments(client), RELOAD_MS), [client]);
  const live = useServerEvents({
    onOpen: () => {
      void client.invalidateQueries(accountsQuery());
      // The first time everything has just been loaded.
      if (heard.current) reload();
      heard.current = true;
    },
    onEvent: (event) => {
      if (event.type === 'account') putAccount(client, event.account);
      else reload();
    },
  });
  return shown ? <SyncIndicator live={live} /> : null;
}
