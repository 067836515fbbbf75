import { documentsQuery } from '../features/documents/api/documents.ts';
import { type Scope, toQuery } from '../features/documents/document-query.ts';
import type { DocumentSearch } from '../features/documents/document-search.ts';
import type { RouterContext } from './guards.ts';

/**
 * Asks for the documents of a page before the guards have said whether it is shown. Nobody waits for them yet, so
 * nobody is told of a failure: the page tries again.
 */
export function fetchAhead({ session, queryClient }: RouterContext, search: DocumentSearch, scope: Scope): void {
  if (!session.organizationId) return;
  void queryClient.prefetchQuery({ ...documentsQuery(toQuery(search, scope)), meta: { quiet: true }, retry: false });
}
