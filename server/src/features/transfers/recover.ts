import { ConnectorError, type Hashes, type RemoteId, type RemoteItem } from '@sheaf/connectors';
import { wantedName } from './choose-name.ts';
import type { Content } from './content.ts';
import type { Folder } from './folder-names.ts';
import type { Run, StoredUpload } from './run-context.ts';
import { finish, giveUp, type Sent, sendFrom } from './send.ts';
import type { WorkItem } from './transfers.queries.ts';
import { proofOf, sameContent } from './verify.ts';

const isGone = (error: unknown) => error instanceof ConnectorError && error.code === 'not_found';

/**
 * Goes on with an upload that was begun before, by this run or by one that was killed at any point: it may be partly
 * there, wholly, finished already, or forgotten by the destination. Null: it leads nowhere and nothing is left of it.
 */
export async function recover(
  run: Run,
  parentId: RemoteId | null,
  item: WorkItem,
  content: Content,
  upload: StoredUpload,
): Promise<Sent | null> {
  const folder = await run.names.of(parentId);
  const received = await run.to.writes.received(upload.handle).catch((error) => {
    if (isGone(error)) return 0;
    throw error;
  });
  const isKnown = upload.hashes.sha256 !== undefined;
  if (isKnown) content.assume(upload);
  if (received === upload.size) {
    const whole = isKnown || (await isUnchanged(content, upload)) ? await finishWhole(run, content, upload) : null;
    const done = whole ?? (await alreadyThere(run, await run.names.look(parentId), item, content, upload));
    if (done) return done;
  } else {
    const finished = await alreadyThere(run, folder, item, content, upload);
    if (finished) {
      await giveUp(run, item);
      return finished;
    }
    content.assume(null);
    if (received > 0 && (await isUnchanged(content, upload))) {
      folder.reserve(upload.name);
      return sendFrom(run, item, content, upload, received);
    }
  }
  content.assume(null);
  await giveUp(run, item);
  return null;
}

/** An export is another one each time. */
async function isUnchanged(content: Content, upload: StoredUpload): Promise<boolean> {
  if (!content.isStable) return false;
  await content.prepare();
  return content.revision === upload.revision && content.size === upload.size;
}

/** Null: it was finished before, or its name was taken, or it is not what it should be. */
async function finishWhole(run: Run, content: Content, upload: StoredUpload): Promise<Sent | null> {
  try {
    return await finish(run, content, upload);
  } catch (error) {
    if (error instanceof ConnectorError && ['not_found', 'conflict', 'corrupt'].includes(error.code)) return null;
    throw error;
  }
}

/** The kill came after the upload was finished and before that was on record. */
async function alreadyThere(
  run: Run,
  folder: Folder,
  item: WorkItem,
  content: Content,
  upload: StoredUpload,
): Promise<Sent | null> {
  const names = [upload.name, ...(upload.replaces ? [wantedName(run, item)] : [])];
  for (const held of names.flatMap((name) => folder.find(name) ?? [])) {
    const proof = await proofFor(run, held, content, upload.size, upload.hashes);
    if (proof) return { item: held, proof };
  }
  return null;
}

async function proofFor(run: Run, held: RemoteItem, content: Content, size: number, hashes: Hashes) {
  if (hashes.sha256 === undefined) return sameContent(run, held, content);
  if (held.kind !== 'file' || held.size !== size) return null;
  return proofOf(run, held, hashes);
}
