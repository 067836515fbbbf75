import { type CallInput, links } from '@sheaf/contract';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { pagedOptions } from '../../../lib/api/paged-list.ts';

const key = () => organizationKey('links');

/** The person’s own link to a document; null: they have none. */
export const documentLinkQuery = (documentId: string) =>
  queryOptions({
    queryKey: [...key(), 'of', documentId],
    queryFn: async ({ signal }) =>
      (await call(links.list, { query: { document_id: documentId }, signal })).data[0] ?? null,
  });

/** The links of the person, or of everyone, newest first. */
export const linksQuery = (of: 'me' | 'everyone', search: string) =>
  pagedOptions([...key(), of, search], (query, signal) =>
    call(links.list, { query: { ...query, of, search: search || undefined }, signal }),
  );

/** Reloads documents too, whose details and activity mention links. */
const reload = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: key() }),
    client.invalidateQueries({ queryKey: organizationKey('documents') }),
  ]);

export const createLink = mutationOptions({
  mutationFn: async (body: CallInput<typeof links.create>['body']) => (await call(links.create, { body })).data,
  onSettled: (_data, _error, _input, _result, { client }) => reload(client),
});

export const changeLink = mutationOptions({
  mutationFn: async ({ id, body }: { id: string; body: CallInput<typeof links.update>['body'] }) =>
    (await call(links.update, { params: { id }, body })).data,
  onSettled: (_data, _error, _input, _result, { client }) => reload(client),
});

export const revokeLink = mutationOptions({
  mutationFn: (id: string) => call(links.revoke, { params: { id } }),
  onSettled: (_data, _error, _input, _result, { client }) => reload(client),
});
