import type { contract, DataOf } from '@sheaf/contract';
import type { Client } from '../../http/client.ts';
import { takeAllowance } from '../../platform/limits/index.ts';
import type { Services } from '../../services.ts';
import { renditionOf } from '../downloads/index.ts';
import { notAvailable } from './open-link.ts';
import { readVisit, signFile } from './pass.ts';
import { mayFetch } from './present.ts';
import { findVisited } from './visited.queries.ts';

/** The limit for one network over all links: each rendition takes a worker some seconds. */
const ofNetwork = { max: 20, secondsEach: 60 };

/** Where the visit finds the PDF of an old office file; if there is none yet, it is requested. */
export async function renditionOfVisit(
  services: Services,
  client: Client,
  visit: string,
  documentId: string,
): Promise<DataOf<typeof contract.visits.rendition>> {
  const { db, keys } = services;
  const pass = readVisit(keys, visit);
  const row = pass && (await findVisited(db, pass, documentId));
  if (!row || !mayFetch(row)) throw notAvailable();
  return renditionOf(services, row, {
    pathOf: (version) => signFile(keys, 'linked-renditions', pass, row.id, version),
    allow: () =>
      takeAllowance(
        db,
        `link renditions ${client.network}`,
        ofNetwork,
        'Too many previews at once. Wait a minute, then try again.',
      ),
  });
}
