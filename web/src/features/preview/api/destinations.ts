import { sources } from '@sheaf/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/http.ts';
import { organizationKey } from '../../../lib/organization-key.ts';

const key = () => [...organizationKey('source-accounts'), 'destinations'];

/** The apps one has connected. */
export const connectedSources = () =>
  queryOptions({
    queryKey: [...key(), 'sources'],
    queryFn: async ({ signal }) => (await call(sources.connected, { signal })).data,
  });

/** One's accounts of an app. Nobody has more than a page of them. */
export const accountsOf = (source: string) =>
  queryOptions({
    queryKey: [...key(), 'accounts', source],
    queryFn: async ({ signal }) =>
      (await call(sources.accounts, { query: { source_id: source, per_page: 100 }, signal })).data,
  });
