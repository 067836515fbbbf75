import { type contract, type DataOf, extensionOf, isOldOffice } from '@sheaf/contract';
import { AppError, notFound } from '../../../errors.ts';
import type { Member } from '../../../http/viewer.ts';
import { enqueue } from '../../../jobs/queue.ts';
import { findProgram } from '../../../platform/processes/find-program.ts';
import type { Services } from '../../../services.ts';
import { renditionKey, signedPath } from '../../storage/index.ts';
import { findFile, type StoredFile } from '../stored-file.queries.ts';
import { makeRenditionsJob } from './make-renditions.ts';
import { type Content, findRendition, wantRendition } from './renditions.queries.ts';

type Answer = DataOf<typeof contract.renditions.prepare>;

const waiting: Answer = { state: 'preparing', local_path: null, reason: null };
const refused = (reason: string): Answer => ({ state: 'unavailable', local_path: null, reason });

/** Returns where the PDF of an old office file is, and requests it if there is none yet. */
export async function askRendition(services: Services, viewer: Member, id: string): Promise<Answer> {
  const { db, keys } = services;
  const file = await findFile(db, { userId: viewer.id, credentialId: viewer.credential.id }, id);
  if (file?.organization_id !== viewer.membership.organizationId) throw notFound('This document');
  return renditionOf(services, file, {
    pathOf: (version) => signedPath(keys, 'renditions', id, viewer, version),
  });
}

type Prepared = Pick<StoredFile, 'organization_id' | 'name' | 'kind' | 'content' | 'sha256'>;

interface Asking {
  pathOf(version: string): string;
  /** Called before a rendition is requested; may throw. */
  allow?(): Promise<void>;
}

/** Does the same for anyone who may see the file, which the caller has checked. */
export async function renditionOf(
  { db, blobs, config }: Services,
  file: Prepared,
  { pathOf, allow }: Asking,
): Promise<Answer> {
  if (file.kind !== 'file' || !isOldOffice(file.name))
    throw new AppError('conflict', 'This file needs no preparation.');
  if (file.content !== 'stored' || !file.sha256)
    throw new AppError('conflict', 'This document’s contents aren’t in Sheaf yet.');
  const content: Content = { organization_id: file.organization_id, sha256: file.sha256 };
  const found = await findRendition(db, content);
  const isThere = found?.state === 'ready' && (await blobs.head(renditionKey(content.organization_id, content.sha256)));
  if (isThere) return { state: 'ready', local_path: pathOf(content.sha256.toString('hex', 0, 8)), reason: null };
  if (!config.soffice || !(await findProgram(config.soffice)))
    return refused('Showing files in this format needs LibreOffice, which isn’t installed on this server.');
  if (found?.state === 'waiting') return waiting;
  await allow?.();
  const isWanted = await db.transaction().execute(async (tx) => {
    const wanted = await wantRendition(tx, content, extensionOf(file.name), found?.state === 'ready');
    if (wanted) await enqueue(tx, makeRenditionsJob, {}, { key: makeRenditionsJob.name });
    return wanted;
  });
  return found?.state === 'none' && !isWanted ? refused(found.problem ?? '') : waiting;
}
