import { relocations } from '@sheaf/contract';
import { answer } from '../../http/route.ts';
import { relocate } from './relocate.ts';

export const relocationRoutes = [
  answer(relocations.move, ({ viewer, body }, services) => relocate(services, viewer, 'move', body)),
  answer(relocations.copy, ({ viewer, body }, services) => relocate(services, viewer, 'copy', body)),
];
