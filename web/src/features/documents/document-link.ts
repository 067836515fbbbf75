import { session } from '../../lib/api/http.ts';

/** An address that opens the document for everybody who may see it, in whichever workspace they are. */
export function documentLink({ id, type }: { id: string; type: string }): string {
  const search = new URLSearchParams({ [type === 'folder' ? 'in' : 'preview']: id });
  if (session.organizationId) search.set('org', session.organizationId);
  return `${location.origin}/directory?${search}`;
}
