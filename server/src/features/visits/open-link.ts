import type { contract, DataOf } from '@sheaf/contract';
import type { Client } from '../../http/client.ts';
import type { Services } from '../../services.ts';
import { checkPassword } from './check-password.ts';
import { countVisit } from './count-visit.ts';
import { findByToken, type LiveLink } from './live-links.queries.ts';
import { notAvailable } from './not-available.ts';
import { type Pass, readVisit, signVisit } from './pass.ts';
import { presentVisited } from './present.ts';
import { findVisited } from './visited.queries.ts';

interface Given {
  token: string;
  password?: string | undefined;
  visit?: string | undefined;
}

/** Whoever has the address, and the password where there is one, comes in; that is a visit. */
export async function openLink(
  services: Services,
  client: Client,
  given: Given,
): Promise<DataOf<typeof contract.visits.open>> {
  const { db, keys } = services;
  const link = await findByToken(db, given.token);
  if (!link) throw notAvailable();
  const pass = { linkId: link.id, passwordVersion: link.password_version };
  if (link.password_hash !== null && !isEarlier(given.visit && readVisit(keys, given.visit), pass)) {
    if (given.password === undefined) return { password_required: true };
    await checkPassword(db, client, link as LiveLink & { password_hash: string }, given.password);
  }
  const row = await findVisited(db, pass, link.document_id);
  if (!row) throw notAvailable();
  await countVisit(services, link.id);
  return {
    visit: signVisit(keys, pass),
    downloads: link.downloads,
    document: presentVisited(keys, pass, row),
  };
}

/** The person gave the password before, and it is still the same. */
const isEarlier = (visit: Pass | null | '' | undefined, { linkId, passwordVersion }: Pass): boolean =>
  Boolean(visit) && (visit as Pass).linkId === linkId && (visit as Pass).passwordVersion === passwordVersion;
