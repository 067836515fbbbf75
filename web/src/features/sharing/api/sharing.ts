import { type DataOf, limits, type SharePermission, sharing } from '@sheaf/contract';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { pagedOptions } from '../../../lib/api/paged-list.ts';

export type Candidate = DataOf<typeof sharing.others>[number];

const lists = () => organizationKey('sharing');

/** The first id is in the path of the call, the others in its query. */
export const about = ([documentId = '', ...others]: readonly string[]) => ({
  documentId,
  also: others.length > 0 ? others.join(',') : undefined,
});

/** The most documents that one request can be about. */
export const maxAsked = limits.perPageMax;

/** Members who do not see all of the documents yet, 20 at a time; everyone if there are no documents or too many. */
export const othersQuery = (documentIds: readonly string[], search: string) => {
  const { documentId, also } = about(documentIds);
  if (documentIds.length === 0 || documentIds.length > maxAsked)
    return pagedOptions([...lists(), 'everyone', search], (query, signal) =>
      call(sharing.candidates, { query: { ...query, search: search || undefined }, signal }),
    );
  return pagedOptions([...lists(), documentIds, 'others', search], (query, signal) =>
    call(sharing.others, { params: { documentId }, query: { ...query, also, search: search || undefined }, signal }),
  );
};

/** Members who see any of the documents, 20 at a time. */
export const membersQuery = (documentIds: readonly string[]) => {
  const { documentId, also } = about(documentIds);
  return pagedOptions([...lists(), documentIds, 'members'], (query, signal) =>
    call(sharing.members, { params: { documentId }, query: { ...query, also }, signal }),
  );
};

/** For changes of access: reloads these lists and everything about documents. */
export const reload = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: lists() }),
    client.invalidateQueries({ queryKey: organizationKey('documents') }),
  ]);

interface Sharing {
  userIds: readonly string[];
  documentIds: readonly string[];
  permission?: SharePermission | undefined;
}

export const share = mutationOptions({
  mutationFn: ({ userIds, documentIds, permission }: Sharing) =>
    call(sharing.share, { body: { inviting_ids: [...userIds], document_ids: [...documentIds], permission } }),
  onSettled: (_data, _error, _input, _result, { client }) => reload(client),
});

export const unshare = mutationOptions({
  mutationFn: ({ userId, documentIds }: { userId: string; documentIds: readonly string[] }) => {
    const { documentId, also } = about(documentIds);
    return call(sharing.unshare, { params: { userId, documentId }, query: { also } });
  },
  onSettled: (_data, _error, _input, _result, { client }) => reload(client),
});
