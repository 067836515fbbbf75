import { collections, documents, labels } from '@sheaf/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';
import type { ScopePart } from '../scope/scope.ts';

const calls = {
  collection: collections.get,
  label: labels.get,
  document: documents.get,
};

/** The name of what a conversation is limited to. */
export const scopeNameQuery = ({ kind, id }: ScopePart) =>
  queryOptions({
    queryKey: [...organizationKey('ai-scope-name'), kind, id],
    queryFn: async ({ signal }) =>
      kind === 'account' ? '' : (await call(calls[kind], { params: { id }, signal })).data.name,
    enabled: kind !== 'account',
    // What is gone or no longer shared has no name.
    retry: false,
    meta: { quiet: true },
  });
