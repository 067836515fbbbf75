import type { contract, DataOf } from '@sheaf/contract';
import { AppError, wrongField } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import { createTurns } from '../../platform/turns/turns.ts';
import type { Services } from '../../services.ts';
import { sees } from '../access/index.ts';
import { type Filters, mustSee, outermostOf } from '../documents/index.ts';
import { signedPath } from '../storage/index.ts';
import { keepZip } from './keep-zip.ts';
import { type MayHave, maxZipped, tooMany } from './zip-contents.ts';

/** Going through 100,000 documents blocks the thread for seconds, so workspaces take turns in this process. */
const preparing = createTurns({ total: 2, perKey: 1, waitingPerKey: 50 });

type Prepared = DataOf<typeof contract.documents.zip>;

interface Asked {
  document_ids: readonly string[];
  query?: Filters;
}

/** Returns where a zip of these documents can be fetched. */
export async function prepareZip(services: Services, viewer: Member, asked: Asked): Promise<Prepared> {
  const leave = await preparing.take(viewer.membership.organizationId);
  return prepareInTurn(services, viewer, asked).finally(leave);
}

async function prepareInTurn(services: Services, viewer: Member, asked: Asked): Promise<Prepared> {
  const { db, keys } = services;
  const { id, ...zip } = await keepZip(db, {
    organizationId: viewer.membership.organizationId,
    userId: viewer.id,
    linkId: null,
    ids: await chosenOf(services, viewer, asked),
    mayHave: (documentId) => sees(viewer, documentId),
  });
  return { local_path: signedPath(keys, 'zips', id, viewer, '1'), ...zip };
}

async function chosenOf(services: Services, viewer: Member, { document_ids, query }: Asked): Promise<string[]> {
  if (query ? document_ids.length > 0 : document_ids.length === 0)
    throw wrongField('document_ids', query ? 'Choose documents or a list' : 'Choose at least one');
  if (!query) {
    const chosen = [...new Set(document_ids)];
    await mustSee(services.db, viewer, chosen, 'document_ids');
    return chosen;
  }
  const chosen = await outermostOf(services, viewer, query, maxZipped + 1);
  if (chosen.length > maxZipped) throw tooMany();
  if (chosen.length === 0) throw new AppError('conflict', 'This list has no documents.');
  return chosen;
}

interface Linked {
  organizationId: string;
  /** The creator of the link. */
  userId: string;
  linkId: string;
  folderId: string;
  mayHave: MayHave;
}

/**
 * Prepares a zip of a folder for visitors of a public link, who take turns apart from members. The caller decides who
 * may fetch it.
 */
export async function prepareLinkedZip({ db }: Services, { folderId, ...link }: Linked) {
  const leave = await preparing.take(`visitors ${link.organizationId}`);
  return keepZip(db, { ...link, ids: [folderId] }).finally(leave);
}
