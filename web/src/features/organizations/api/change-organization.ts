import { type CallInput, organizations } from '@sheaf/contract';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/http.ts';
import { organizationsQuery } from './organizations.ts';

/** Deleted workspaces that can still be restored. */
export const deletedOrganizationsQuery = queryOptions({
  queryKey: ['organizations', 'deleted'],
  queryFn: async ({ signal }) => (await call(organizations.listDeleted, { signal })).data,
});

export const createOrganization = mutationOptions({
  mutationFn: async (input: CallInput<typeof organizations.create>) => (await call(organizations.create, input)).data,
});

export const updateOrganization = mutationOptions({
  mutationFn: async (input: CallInput<typeof organizations.update>) => (await call(organizations.update, input)).data,
  onSuccess: (organization, _input, _result, { client }) =>
    client.setQueryData(organizationsQuery.queryKey, (all) =>
      all?.map((known) => (known.id === organization.id ? organization : known)),
    ),
});

export const deleteOrganization = mutationOptions({
  mutationFn: (id: string) => call(organizations.delete, { params: { id } }),
});

export const restoreOrganization = mutationOptions({
  mutationFn: async (id: string) => (await call(organizations.restore, { params: { id } })).data,
});
