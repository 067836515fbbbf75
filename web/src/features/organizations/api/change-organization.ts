import { type CallInput, type Organization, organizations } from '@sheaf/contract';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/http.ts';
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
  onSuccess: (organization, _input, _result, { client }) => replaceKnown(client, organization),
});

/** null removes the logo. */
export const changeLogo = mutationOptions({
  mutationFn: async ({ id, picture }: { id: string; picture: Blob | null }) => {
    const params = { id };
    const { data } = await (picture
      ? call(organizations.setLogo, { params, picture })
      : call(organizations.removeLogo, { params }));
    return data;
  },
  onSuccess: (organization, _input, _result, { client }) => replaceKnown(client, organization),
});

function replaceKnown(client: QueryClient, organization: Organization): void {
  client.setQueryData(organizationsQuery.queryKey, (all) =>
    all?.map((known) => (known.id === organization.id ? organization : known)),
  );
}

export const deleteOrganization = mutationOptions({
  mutationFn: (id: string) => call(organizations.delete, { params: { id } }),
});

export const restoreOrganization = mutationOptions({
  mutationFn: async (id: string) => (await call(organizations.restore, { params: { id } })).data,
});
