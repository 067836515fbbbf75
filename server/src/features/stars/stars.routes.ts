import { contract } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import { starDocuments } from './star-documents.ts';

export const starRoutes = [
  answer(contract.stars.set, ({ viewer, body }, services) => starDocuments(services, viewer, body).then(done)),
];
