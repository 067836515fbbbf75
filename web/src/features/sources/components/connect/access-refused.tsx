import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountsQuery } from '../../api/accounts.ts';
import { pendingSource } from '../../api/connect.ts';
import { NotConnected } from './connect-progress.tsx';

/** The consent page was left without allowing an account more access: the account works as before. */
export function AccessRefused({ source, access }: { source: string; access: string }) {
  const [id] = useState(pendingSource.getAccount);
  const { data: accounts } = useQuery(accountsQuery());
  const asked = accounts?.find((account) => account.id === id)?.access.find(({ key }) => key === access);
  return (
    <NotConnected title="Access wasn’t granted" source={source}>
      Your account stays connected and keeps syncing as before. {asked?.granted_by}
    </NotConnected>
  );
}
