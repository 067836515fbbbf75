import { may } from '@sheaf/contract';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { organizationInfoQuery } from '../../features/organizations/api/organizations.ts';
import { accountsQuery } from '../../features/sources/api/accounts.ts';
import { myFilesQuery } from '../../features/transfers/api/places.ts';
import { placesOf } from '../../features/transfers/places.ts';

/** The places a person's files can be in. `places` is undefined while loading. */
export function usePlaces() {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const mayTransfer = may(info.role, 'sources.own');
  const accounts = useQuery({ ...accountsQuery(), enabled: mayTransfer });
  const myFiles = useQuery({ ...myFilesQuery(), enabled: mayTransfer });
  const places = useMemo(
    () => (accounts.data && myFiles.data ? placesOf(accounts.data, myFiles.data) : undefined),
    [accounts.data, myFiles.data],
  );
  const retry = () => void Promise.all([accounts.refetch(), myFiles.refetch()]);
  return { mayTransfer, places, failed: accounts.isError || myFiles.isError, retry };
}
