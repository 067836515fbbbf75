import { session } from '../../lib/api/http.ts';
import { copyText } from '../../lib/browser/copy-text.ts';
import { toast } from '../../ui/feedback/toast.ts';

interface Linked {
  id: string;
  type: string;
}

/** An address that opens the document for everyone who may see it, whichever workspace they are in. */
function documentLink({ id, type }: Linked): string {
  const search = new URLSearchParams({ [type === 'folder' ? 'in' : 'preview']: id });
  if (session.organizationId) search.set('org', session.organizationId);
  return `${location.origin}/directory?${search}`;
}

export function copyDocumentLink(document: Linked): void {
  copyText(documentLink(document)).then(
    () => toast.success('Link copied'),
    () => toast.error('Couldn’t copy the link. Your browser blocked it.'),
  );
}
