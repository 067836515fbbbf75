import type { Collection } from '@sheaf/contract';
import { ownedNames } from '../owned-names/index.ts';

export const collections = ownedNames<{ id: string; name: string; updated_at: Date }, Collection>({
  table: 'collections',
  noun: 'collection',
  columns: ['id', 'name', 'updated_at'],
  present: ({ id, name, updated_at }) => ({ id, name, updated_at: updated_at.toISOString() }),
  dated: true,
});
