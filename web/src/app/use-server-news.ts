import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { bulkQuery, putBatch } from '../features/bulk/api/bulk.ts';
import { reloadDocuments } from '../features/documents/api/documents.ts';
import { useServerEvents } from '../features/events/use-server-events.ts';
import { notificationsQuery } from '../features/notifications/api/notifications.ts';
import { accountsQuery, putAccount } from '../features/sources/api/accounts.ts';
import { putTransfer, reloadTransfers } from '../features/transfers/api/transfers.ts';
import { session } from '../lib/api/http.ts';
import { throttle } from '../lib/browser/throttle.ts';
import { toast } from '../ui/feedback/toast.ts';
import { limitRefusals } from './limit-refusals.ts';
import { checkSession } from './query-client.ts';

/** A sync changes lists many times a second; they reload at most this often. */
const RELOAD_MS = 2000;

/** Applies the events the server sends. Returns whether the connection for them is open. */
export function useServerNews(): boolean {
  const heard = useRef(false);
  const client = useQueryClient();
  const reload = useMemo(() => throttle(() => void reloadDocuments(client), RELOAD_MS), [client]);
  const refused = useMemo(() => limitRefusals(toast.error), []);
  const catchUp = () => {
    void client.invalidateQueries(accountsQuery());
    reload();
    void reloadTransfers(client);
    void client.invalidateQueries(bulkQuery());
    void client.invalidateQueries(notificationsQuery());
  };
  return useServerEvents({
    onOpen: () => {
      // Everything has just been loaded at the first connection, but a sync may have ended before it.
      if (heard.current) return catchUp();
      heard.current = true;
      void client.invalidateQueries(accountsQuery());
      reload();
    },
    onSessionEnd: () => void checkSession(client, session),
    onEvent: (event) => {
      if (event.type === 'account') putAccount(client, event.account);
      else if (event.type === 'transfer') putTransfer(client, event.transfer);
      else if (event.type === 'bulk') putBatch(client, event.batch);
      else if (event.type === 'notifications') void client.invalidateQueries(notificationsQuery());
      else if (event.type === 'refused') {
        refused(event.message);
        reload();
      } else if (event.type === 'resync') catchUp();
      else reload();
    },
  });
}
