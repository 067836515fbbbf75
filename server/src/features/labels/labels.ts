import type { Label } from '@sheaf/contract';
import { ownedNames } from '../tags/index.ts';

export const labels = ownedNames<{ id: string; name: string; color: string }, Label>({
  table: 'labels',
  noun: 'label',
  columns: ['id', 'name', 'color'],
  present: ({ id, name, color }) => ({ id, name, color: color as Label['color'] }),
  dated: false,
});
