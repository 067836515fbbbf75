import { ConnectorError, type Hashes, type RemoteId, type RemoteItem } from '@sheaf/connectors';
import { finish, giveUp, type Sent, sendFrom } from '../bytes/send.ts';
import type { SourceFile } from '../bytes/source-file.ts';
import { proofOf, sameContent } from '../bytes/verify.ts';
import type { StoredUpload } from '../ledger/ledger.ts';
import type { Sending, SentItem } from '../run/run-context.ts';
import { wantedName } from './choose-name.ts';
import type { Folder } from './folder-names.ts';

const isGone = (error: unknown) => error instanceof ConnectorError && error.code === 'not_found';

/**
 * Resumes an upload started earlier, by this run or one that was killed at any point: it may be partly or completely
 * there, already finished, or forgotten by the destination. Null if it can't be resumed and was discarded.
 */
export async function recover(
  run: Sending,
  parentId: RemoteId | null,
  item: SentItem,
  source: SourceFile,
  upload: StoredUpload,
): Promise<Sent | null> {
  const folder = await run.names.of(parentId);
  const received = await run.to.writes.received(upload.handle, run.receipts(item.number)).catch((error) => {
    if (isGone(error)) return 0;
    throw error;
  });
  const isKnown = upload.hashes.sha256 !== undefined;
  if (isKnown) source.assume(upload);
  if (received === upload.size) {
    const whole = isKnown || (await isUnchanged(source, upload)) ? await finishWhole(run, item, source, upload) : null;
    const done = whole ?? (await alreadyThere(run, await run.names.look(parentId), item, source, upload));
    if (done) return done;
  } else {
    const finished = await alreadyThere(run, folder, item, source, upload);
    if (finished) {
      await giveUp(run, item, finished.item.id);
      return finished;
    }
    source.assume(null);
    if (received > 0 && (await isUnchanged(source, upload))) {
      folder.reserve(upload.name);
      try {
        return await sendFrom(run, item, source, upload, received);
      } catch (error) {
        folder.release(upload.name);
        throw error;
      }
    }
  }
  source.assume(null);
  await giveUp(run, item);
  return null;
}

/** Exports differ each time, so they count as changed. */
async function isUnchanged(source: SourceFile, upload: StoredUpload): Promise<boolean> {
  if (!source.isStable) return false;
  await source.prepare();
  return source.revision === upload.revision && source.size === upload.size;
}

/** Null if it was finished before, its name was taken, or the content is wrong. */
async function finishWhole(
  run: Sending,
  item: SentItem,
  source: SourceFile,
  upload: StoredUpload,
): Promise<Sent | null> {
  try {
    return await finish(run, item, source, upload);
  } catch (error) {
    if (error instanceof ConnectorError && ['not_found', 'conflict', 'corrupt'].includes(error.code)) return null;
    throw error;
  }
}

/** The file made from the upload, with the source's content, if it was finished without being recorded. */
export async function findFinished(
  run: Sending,
  parentId: RemoteId | null,
  item: SentItem,
  source: SourceFile,
  upload: StoredUpload,
): Promise<Sent | null> {
  if (upload.hashes.sha256 !== undefined) source.assume(upload);
  return alreadyThere(run, await run.names.look(parentId), item, source, upload);
}

/** Finds the file if the kill came after the upload was finished but before that was recorded. */
async function alreadyThere(
  run: Sending,
  folder: Folder,
  item: SentItem,
  source: SourceFile,
  upload: StoredUpload,
): Promise<Sent | null> {
  const names = [upload.name, ...(upload.replaces ? [wantedName(run, item)] : [])];
  for (const held of names.flatMap((name) => folder.find(name) ?? [])) {
    // Twice: one damaged read must not make our own file look like another's.
    const prove = () => proofFor(run, held, source, upload.size, upload.hashes);
    const proof = (await prove()) ?? (await prove());
    if (proof) return { item: held, proof };
  }
  return null;
}

async function proofFor(run: Sending, held: RemoteItem, source: SourceFile, size: number, hashes: Hashes) {
  if (hashes.sha256 === undefined) return sameContent(run, held, source);
  if (held.kind !== 'file' || held.size !== size) return null;
  return proofOf(run, held, hashes);
}
