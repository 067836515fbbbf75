import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { reloadDocuments } from '../features/documents/api/documents.ts';
import { accountsQuery, putAccount } from '../features/sources/api/accounts.ts';
import { useServerEvents } from '../features/sync/use-server-events.ts';
import { putTransfer, reloadTransfers } from '../features/transfers/api/transfers.ts';
import { throttle } from '../lib/throttle.ts';

/** A sync changes lists many times a second; this often is enough to watch it. */
const RELOAD_MS = 2000;

/** Takes over what the server tells by itself. Answers whether it can tell anything now. */
export function useServerNews(): boolean {
  const heard = useRef(false);
  const client = useQueryClient();
  const reload = useMemo(() => throttle(() => void reloadDocuments(client), RELOAD_MS), [client]);
  return useServerEvents({
    onOpen: () => {
      void client.invalidateQueries(accountsQuery());
      // The first time everything has just been loaded.
      if (heard.current) {
        reload();
        void reloadTransfers(client);
      }
      heard.current = true;
    },
    onEvent: (event) => {
      if (event.type === 'account') putAccount(client, event.account);
      else if (event.type === 'transfer') putTransfer(client, event.transfer);
      else reload();
    },
  });
}
