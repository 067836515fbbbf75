import type { contract, DataOf } from '@sheaf/contract';
import type { Services } from '../../services.ts';
import { notAvailable } from './open-link.ts';
import { readVisit } from './pass.ts';
import { presentVisited } from './present.ts';
import { findVisited } from './visited.queries.ts';

export async function documentOfVisit(
  { db, keys }: Services,
  visit: string,
  documentId: string,
): Promise<DataOf<typeof contract.visits.get>> {
  const pass = readVisit(keys, visit);
  const row = pass && (await findVisited(db, pass, documentId));
  if (!row) throw notAvailable();
  return { ...presentVisited(keys, pass, row), path: row.path ?? [] };
}
