import { type DataOf, sharing } from '@sheaf/contract';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/http.ts';
import { organizationKey } from '../../../lib/organization-key.ts';
import { pagedOptions } from '../../../lib/paged-list.ts';

export type Candidate = DataOf<typeof sharing.others>[number];

const lists = () => organizationKey('sharing');

/** Members the document could be shared with, 20 at a time. */
export const othersQuery = (documentId: string, search: string) =>
  pagedOptions([...lists(), documentId, 'others', search], (query, signal) =>
    call(sharing.others, { params: { documentId }, query: { ...query, search: search || undefined }, signal }),
  );

/** Members it is shared with, 20 at a time. */
export const membersQuery = (documentId: string) =>
  pagedOptions([...lists(), documentId, 'members'], (query, signal) =>
    call(sharing.members, { params: { documentId }, query, signal }),
  );

/** Who may see what has changed: these lists, and whatever tells of documents. */
const reload = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: lists() }),
    client.invalidateQueries({ queryKey: organizationKey('documents') }),
  ]);

export const share = mutationOptions({
  mutationFn: ({ userIds, documentIds }: { userIds: string[]; documentIds: string[] }) =>
    call(sharing.share, { body: { inviting_ids: userIds, document_ids: documentIds } }),
  onSettled: (_data, _error, _input, _result, { client }) => reload(client),
});

export const unshare = mutationOptions({
  mutationFn: (params: { userId: string; documentId: string }) => call(sharing.unshare, { params }),
  onSettled: (_data, _error, _input, _result, { client }) => reload(client),
});
