import { documentsQuery } from '../../features/documents/api/documents.ts';
import { type Scope, toQuery } from '../../features/documents/query/document-query.ts';
import type { DocumentSearch } from '../../features/documents/query/document-search.ts';
import type { RouterContext } from './guards.ts';

/**
 * Loads the documents of a page while the guards still check whether it may be shown. A failure is not reported,
 * because the page loads them again.
 */
export function fetchAhead({ session, queryClient }: RouterContext, search: DocumentSearch, scope: Scope): void {
  // An address of another organization waits until the guards have switched to it.
  if (!session.organizationId || (search.org && search.org !== session.organizationId)) return;
  // Search results come from another call.
  if (search.search) return;
  void queryClient.prefetchQuery({ ...documentsQuery(toQuery(search, scope)), meta: { quiet: true }, retry: false });
}
