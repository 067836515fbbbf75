import type { Collection, Label } from '@sheaf/contract';
import type { pagedOptions } from '../../../lib/api/paged-list.ts';

/** What answers can be limited to. Other features load it; the page passes it in. */
export interface ScopeChoices {
  accounts: readonly { id: string; title: string; slug: string }[];
  collections: ReturnType<typeof pagedOptions<Collection>>;
  labels: ReturnType<typeof pagedOptions<Label>>;
}
