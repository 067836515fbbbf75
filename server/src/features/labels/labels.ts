import type { Label } from '@sheaf/contract';
import type { RowOf } from '../../db/rows.ts';
import { ownedNames } from '../tags/index.ts';

export const labels = ownedNames<RowOf<'labels', 'id' | 'name' | 'color'>, Label>({
  table: 'labels',
  noun: 'label',
  columns: ['id', 'name', 'color'],
  present: ({ id, name, color }) => ({ id, name, color: color as Label['color'] }),
  dated: false,
});
