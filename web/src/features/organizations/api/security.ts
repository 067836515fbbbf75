import { type CallInput, organizations } from '@sheaf/contract';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { organizationInfoQuery } from './organizations.ts';

const key = () => [...organizationKey('security')];

/** The security requirements of the current workspace. */
export const securityQuery = () =>
  queryOptions({
    queryKey: key(),
    queryFn: async ({ signal }) => (await call(organizations.security, { signal })).data,
  });

export const changeSecurity = mutationOptions({
  mutationFn: async (body: CallInput<typeof organizations.updateSecurity>['body']) =>
    (await call(organizations.updateSecurity, { body })).data,
  onSettled: (_data, _error, _input, _result, { client }) =>
    Promise.all([
      client.invalidateQueries({ queryKey: key() }),
      client.invalidateQueries({ queryKey: organizationInfoQuery.queryKey }),
    ]),
});
