import { type FileWrites, plainError, type RemoteItem } from '@sheaf/connectors';
import type { Lease } from '../../jobs/lease.ts';
import type { Services } from '../../services.ts';
import { isProvisional } from '../documents/index.ts';
import type { Deliver } from './delivery.ts';
import { type AtSource, type Placed, parentOf } from './perform.ts';
import type { Sent } from './remove-twin.ts';
import {
  deleteUploadState,
  findStoredFile,
  findUpload,
  holdListing,
  noteSent,
  recordBegun,
  recordReceipt,
  storedReceipts,
} from './uploads.queries.ts';
import type { Write } from './writes.queries.ts';

interface Uploading {
  services: Services;
  lease: Lease;
  account: { id: string; organization_id: string; source: string };
  signal: AbortSignal;
  deliver: Deliver;
}

/** Sends a file that was uploaded here to the source. */
export async function upload(
  run: Uploading,
  source: AtSource,
  write: Write,
  placed: Placed,
  sent: Sent,
): Promise<RemoteItem> {
  const { services, lease, account, signal, deliver } = run;
  const parentId = parentOf(placed);
  const stored = await findStoredFile(services.db, write.document_id);
  if (!stored) throw plainError('not_found', 'Its contents aren’t in Sheaf anymore.');
  const { known } = placed;
  const begun = await findUpload(services, write.id);
  if (begun) sent.handle = begun.handle;
  return deliver(services, {
    account: {
      id: account.id,
      organizationId: account.organization_id,
      ownerId: stored.owner_id,
      source: account.source,
    },
    session: { files: source.files, writes: announced(run, source.writes, write, sent) },
    signal,
    file: {
      name: write.name,
      parentId,
      sha256: stored.sha256,
      size: stored.size,
      mimeType: stored.mime_type,
      modifiedAt: stored.modified_at,
      replaces: isProvisional(known.remote_id) ? null : known.remote_id,
    },
    upload: begun,
    record: (begun) => lease.write((tx) => recordBegun(services, tx, write.id, begun)),
    receipts: {
      keep: (receipt) => lease.write((tx) => recordReceipt(tx, write.id, receipt)),
      all: () => storedReceipts(services.db, write.id),
    },
  });
}

const noteEveryMs = 1_000;

/**
 * Holds up the account's lists before the source may have the file: a list that shows it would make a second document
 * of it. Records the progress now and then, and the source's answers in `sent`.
 */
function announced({ services, lease }: Uploading, writes: FileWrites, { id }: Write, sent: Sent): FileWrites {
  const hold = () => lease.write((tx) => holdListing(tx, id));
  let notedAt = performance.now();
  return {
    ...writes,
    async begin(to) {
      const handle = await writes.begin(to);
      sent.handle = handle;
      return handle;
    },
    async put(handle, chunk, receipts) {
      if (chunk.last) await hold();
      const given = await writes.put(handle, chunk, receipts);
      sent.handle = given;
      if (performance.now() - notedAt > noteEveryMs) {
        notedAt = performance.now();
        await noteSent(services.db, id, chunk.offset + chunk.bytes.length);
      }
      return given;
    },
    async finish(handle, expected, receipts) {
      await hold();
      const finished = await writes.finish(handle, expected, receipts);
      sent.item = finished;
      return finished;
    },
  };
}

/** Removes the rest of the upload at the source, as far as the source allows. */
export async function giveUpUpload({ services, lease }: Uploading, source: AtSource | undefined, write: Write) {
  const begun = await findUpload(services, write.id);
  if (begun && source) await source.writes.abort(begun.handle).catch(() => {});
  await lease.write((tx) => deleteUploadState(tx, write.id));
}
