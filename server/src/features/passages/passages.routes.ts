import { contract } from '@sheaf/contract';
import { answer } from '../../http/route.ts';
import { excerptsOf } from './excerpts.ts';

export const passageRoutes = [
  answer(contract.documents.excerpts, ({ viewer, query }, { db }) => excerptsOf(db, viewer, query.ids)),
];
