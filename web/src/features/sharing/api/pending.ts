import { type PendingShare, pendingShares, type SharePermission } from '@sheaf/contract';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { about, reload } from './sharing.ts';

/** People who get access to any of the documents once they join. */
export const pendingQuery = (documentIds: readonly string[]) => {
  const { documentId, also } = about(documentIds);
  return queryOptions({
    queryKey: [...organizationKey('sharing'), documentIds, 'pending'],
    queryFn: async ({ signal }) =>
      (await call(pendingShares.list, { params: { documentId }, query: { also }, signal })).data,
  });
};

interface SharingByEmail {
  emails: readonly string[];
  /** Members and groups to share with at the same time. */
  userIds?: readonly string[];
  documentIds: readonly string[];
  permission?: SharePermission | undefined;
}

export const shareByEmail = mutationOptions({
  mutationFn: async ({ emails, userIds = [], documentIds, permission }: SharingByEmail) => {
    const body = { emails: [...emails], inviting_ids: [...userIds], document_ids: [...documentIds], permission };
    return (await call(pendingShares.create, { body })).data;
  },
  onSettled: (_data, _error, _input, _result, { client }) =>
    Promise.all([reload(client), client.invalidateQueries({ queryKey: organizationKey('invites') })]),
});

export const stopSharing = mutationOptions({
  mutationFn: ({ id, documentIds }: Pick<PendingShare, 'id'> & { documentIds: readonly string[] }) => {
    const { documentId, also } = about(documentIds);
    return call(pendingShares.remove, { params: { id, documentId }, query: { also } });
  },
  onSettled: (_data, _error, _input, _result, { client }) =>
    Promise.all([reload(client), client.invalidateQueries({ queryKey: organizationKey('invites') })]),
});
