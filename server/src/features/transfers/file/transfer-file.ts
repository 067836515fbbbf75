import { ConnectorError, type RemoteId, type RemoteItem } from '@sheaf/connectors';
import { giveUp, type Sent, send } from '../bytes/send.ts';
import { SourceFile } from '../bytes/source-file.ts';
import type { Settled } from '../ledger/ledger.ts';
import type { Run, Sending, SentItem } from '../run/run-context.ts';
import type { WorkItem } from '../transfers.queries.ts';
import { recordName } from './beside-original.ts';
import { chooseName, wantedName } from './choose-name.ts';
import { conversionText } from './conversion-text.ts';
import type { Folder } from './folder-names.ts';
import { recover } from './recover.ts';
import { canTrashOriginal, trashOriginal } from './trash-original.ts';
import { isOneAccount, withinAccount } from './within-account.ts';

const maxTries = 3;

export const parentOf = (run: Run, item: WorkItem): RemoteId | null =>
  item.parent_number === null ? run.transfer.to_folder_id : item.parent_remote_id;

/** Transfers one file and returns its result. Throws errors that concern the whole transfer or a later attempt. */
export async function transferFile(run: Run, item: WorkItem): Promise<Settled> {
  if (item.arrived) return trashOriginal(run, item);
  if (item.parent_number !== null && item.parent_remote_id === null)
    return { outcome: 'failed', reason: 'Its folder couldn’t be created.' };
  if ((item.size ?? 0) > run.to.maxSize)
    return { outcome: 'failed', reason: `It’s larger than ${run.to.label} allows.` };
  return withSource(run, item, parentOf(run, item), (source) => attempt(run, item, source));
}

/** Tries several times to send a file, reading its bytes again each time. */
export async function withSource<T>(
  run: Sending,
  item: SentItem,
  parentId: RemoteId | null,
  work: (source: SourceFile) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const source = new SourceFile(run, item);
    try {
      const done = await work(source);
      source.giveBackBuffers();
      return done;
    } catch (error) {
      if (tries === maxTries || !(await mayTryAgain(run, item, parentId, error))) throw error;
    } finally {
      await source.close();
    }
  }
}

/**
 * Whether a retry may help: bytes broke off or don't match, the name was taken meanwhile, or the destination forgot the
 * upload.
 */
async function mayTryAgain(run: Sending, item: SentItem, parentId: RemoteId | null, error: unknown): Promise<boolean> {
  if (run.signal.aborted || !(error instanceof ConnectorError)) return false;
  if (!['corrupt', 'conflict', 'unavailable', 'not_found'].includes(error.code)) return false;
  const isBegun = run.uploads.has(item.number);
  if (error.code === 'not_found' && !isBegun) return false;
  if (error.code === 'corrupt') await giveUp(run, item);
  await run.names.look(parentId);
  return true;
}

async function attempt(run: Run, item: WorkItem, source: SourceFile): Promise<Settled> {
  const parentId = parentOf(run, item);
  const folder = await run.names.of(parentId);
  const begun = run.uploads.get(item.number);
  const recovered = begun && (await recover(run, parentId, item, source, begun));
  if (recovered) return arrived(run, item, source, folder, recovered, begun.replaces);
  const choice = await chooseName(run, folder, item, source);
  if (choice.kind === 'skip') return { outcome: 'skipped', reason: choice.reason };
  if (choice.kind === 'there') {
    folder.brought.set(choice.item.id, item.number);
    if (choice.isOurs) return settle(run, item, source, folder, { ...choice, isNew: true });
    return found(run, item, source, choice);
  }
  try {
    const { name, replaces } = choice;
    if (isOneAccount(run) && replaces === null) await recordName(run, item, name);
    const sent = isOneAccount(run) ? await withinAccount(run, item, source, { parentId, name }) : null;
    if (sent?.moved) return settle(run, item, source, folder, sent);
    const fresh = sent ?? (await send(run, item, source, { parentId, name, replaces: replaces?.id ?? null }));
    return await arrived(run, item, source, folder, fresh, replaces?.id ?? null);
  } finally {
    folder.release(choice.name);
  }
}

/** The same content was there before. In a move, the original is removed too, unless both could be the same file. */
async function found(run: Run, item: WorkItem, source: SourceFile, sent: Sent): Promise<Settled> {
  const settled = describeArrival(run, item, source, sent);
  const couldBeOne = run.from.account.source === run.to.account.source;
  if (run.transfer.mode === 'copy' || couldBeOne || !canTrashOriginal(run)) {
    const reason = run.transfer.mode === 'copy' ? null : 'The same file was already there. The original stays.';
    return { ...settled, sent: 0, outcome: 'identical', reason };
  }
  return leave(run, item, source, { ...settled, sent: 0 }, 'identical');
}

async function arrived(
  run: Run,
  item: WorkItem,
  source: SourceFile,
  folder: Folder,
  sent: Sent,
  replaces: string | null,
): Promise<Settled> {
  folder.add(sent.item);
  const placed = replaces === null ? sent.item : await takePlace(run, item, folder, sent.item, replaces);
  return settle(run, item, source, folder, { ...sent, item: placed, isNew: replaces === null });
}

/** Moves the old file to the trash, if there is one, now that the new file is verified. */
export async function takePlace(
  run: Sending,
  item: SentItem,
  folder: Folder,
  done: RemoteItem,
  replaces: string,
): Promise<RemoteItem> {
  const { writes, uniqueNames } = run.to;
  const old = { id: replaces as RemoteId, name: wantedName(run, item) };
  if (old.id !== done.id) {
    await (writes.trash ?? writes.delete)(old.id).catch((error) => {
      if (!(error instanceof ConnectorError && error.code === 'not_found')) throw error;
    });
    folder.remove(old);
  }
  if (!uniqueNames || done.name === old.name || !writes.move) return done;
  const renamed = await writes.move(done.id, { name: old.name }).catch((error) => {
    // The name was taken meanwhile: the file keeps the one it arrived with.
    if (error instanceof ConnectorError && error.code === 'conflict') return done;
    throw error;
  });
  folder.remove(done);
  folder.add(renamed);
  return renamed;
}

async function settle(
  run: Run,
  item: WorkItem,
  source: SourceFile,
  folder: Folder,
  sent: Sent & { moved?: boolean; isNew?: boolean },
): Promise<Settled> {
  folder.add(sent.item);
  folder.brought.set(sent.item.id, item.number);
  const settled = { ...describeArrival(run, item, source, sent), isNew: sent.isNew };
  run.uploads.delete(item.number);
  if (run.transfer.mode === 'copy') return { ...settled, outcome: 'transferred' };
  if (sent.moved) return { ...settled, outcome: 'transferred', arrived: true };
  if (!canTrashOriginal(run))
    return {
      ...settled,
      outcome: 'transferred',
      reason: `Copied. ${run.from.label} has no trash, so the original stays.`,
    };
  return leave(run, item, source, settled, 'transferred');
}

/** Records that the document is at its new place before the original is removed. */
async function leave(
  run: Run,
  item: WorkItem,
  source: SourceFile,
  settled: Omit<Settled, 'outcome'>,
  outcome: 'transferred' | 'identical',
): Promise<Settled> {
  const revision = source.revision || item.revision;
  await run.ledger.settled(item.number, { ...settled, outcome: 'waiting', arrived: true, uploadOver: true, revision });
  Object.assign(item, { arrived: true, revision });
  return trashOriginal(run, item, outcome);
}

export function describeArrival(
  run: Run,
  item: WorkItem,
  source: SourceFile,
  { item: done, proof }: Sent,
): Omit<Settled, 'outcome'> {
  const size = done.size ?? source.likelySize ?? 0;
  const renamed = done.name !== item.name ? `Renamed to “${done.name}”.` : null;
  const prefix = item.parent_number === null ? run.transfer.to_folder_name : item.parent_path;
  return {
    reason: item.kind === 'native' ? conversionText(item.name, done.name) : renamed,
    newName: done.name,
    newPath: prefix ? `${prefix}/${done.name}` : done.name,
    newRemoteId: done.id,
    newRevision: done.revision,
    algorithm: proof.algorithm,
    sourceHash: proof.source,
    destinationHash: proof.destination,
    size,
    sent: size,
    arrival: {
      documentId: item.document_id,
      item: { ...done, parentId: parentOf(run, item), modifiedAt: done.modifiedAt ?? item.remote_modified_at },
      sha256: source.hashes.sha256 ?? null,
    },
  };
}
