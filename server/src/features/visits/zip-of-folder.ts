import type { contract, DataOf } from '@sheaf/contract';
import { AppError } from '../../errors.ts';
import type { Client } from '../../http/client.ts';
import { takeAllowance } from '../../platform/limits/index.ts';
import type { Services } from '../../services.ts';
import { prepareLinkedZip } from '../downloads/index.ts';
import { notAvailable } from './open-link.ts';
import { readVisit, signZip } from './pass.ts';
import { findVisited } from './visited.queries.ts';
import { isTakenBelow } from './zip.queries.ts';

/** The limit for one network over all links: each zip may go through 100,000 documents. */
const ofNetwork = { max: 30, secondsEach: 60 };

/** Returns where a zip of a folder that the visit sees can be fetched. */
export async function zipOfFolder(
  services: Services,
  client: Client,
  visit: string,
  folderId: string,
): Promise<DataOf<typeof contract.visits.zip>> {
  const { db, keys } = services;
  const pass = readVisit(keys, visit);
  const folder = pass && (await findVisited(db, pass, folderId));
  if (folder?.kind !== 'folder') throw notAvailable();
  if (!folder.downloads) throw new AppError('forbidden', 'This link doesn’t allow downloads.');
  await takeAllowance(
    db,
    `link zips ${client.network}`,
    ofNetwork,
    'Too many downloads. Wait a minute, then try again.',
  );
  const { id, ...zip } = await prepareLinkedZip(services, {
    organizationId: folder.organization_id,
    userId: folder.link_user_id,
    linkId: pass!.linkId,
    folderId,
    mayHave: isTakenBelow(pass!),
  });
  return { local_path: signZip(keys, pass!, id), ...zip };
}
