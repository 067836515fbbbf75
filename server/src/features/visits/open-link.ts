import type { contract, DataOf } from '@sheaf/contract';
import type { Executor } from '../../db/pool.ts';
import { AppError, wrongField } from '../../errors.ts';
import type { Client } from '../../http/client.ts';
import { admitGuess } from '../../platform/limits/index.ts';
import type { Services } from '../../services.ts';
import { passwordMatches } from '../auth/index.ts';
import { countVisit } from './count-visit.ts';
import { findByToken, type LiveLink } from './live-links.queries.ts';
import { type Pass, readVisit, signVisit } from './pass.ts';
import { presentVisited } from './present.ts';
import { findVisited } from './visited.queries.ts';

const tooMany = 'Too many attempts. Wait a few minutes, then try again.';

/**
 * Works as for signing in: guesses are slowed down for their network, and guesses from other networks lock no one out.
 */
async function checkPassword(
  db: Executor,
  client: Client,
  link: { id: string; password_hash: string },
  password: string,
): Promise<void> {
  const guess = await admitGuess(db, { kind: 'link', whose: link.id, network: client.network }, tooMany);
  if (!(await passwordMatches(link.password_hash, password))) {
    await guess.wasWrong();
    throw wrongField('password', 'That’s not the password of this link');
  }
  await guess.wasRight();
}

interface Given {
  token: string;
  password?: string | undefined;
  visit?: string | undefined;
}

/** Opens a link by its address and, if it has one, its password. Counts as a visit. */
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

/** The person gave the password before, and it hasn't changed. */
const isEarlier = (visit: Pass | null | '' | undefined, { linkId, passwordVersion }: Pass): boolean =>
  Boolean(visit) && (visit as Pass).linkId === linkId && (visit as Pass).passwordVersion === passwordVersion;

/** Unknown, revoked, expired, turned off, or outside the linked folder: visitors never learn which. */
export const notAvailable = () => new AppError('not_found', 'This link isn’t available.');
