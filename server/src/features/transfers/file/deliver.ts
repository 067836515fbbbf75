import { plainError, type RemoteId, type RemoteItem } from '@sheaf/connectors';
import type { Services } from '../../../services.ts';
import { findProvider, sourceName } from '../../sources/index.ts';
import { contentKey } from '../../storage/index.ts';
import type { Delivery } from '../../writes/index.ts';
import { send } from '../bytes/send.ts';
import type { SourceFile } from '../bytes/source-file.ts';
import type { Sending, SentItem } from '../run/run-context.ts';
import { sideOf } from '../sides/open-side.ts';
import { FolderNames } from './folder-names.ts';
import { recover } from './recover.ts';
import { takePlace, withSource } from './transfer-file.ts';

/** There is one file, but the records of a transfer refer to files by number. */
const number = 1;

/**
 * Sends a file stored here in the same way as a transfer: a started upload is resumed, and a finished one is found. If
 * the name is taken before the first attempt, the file gets another name.
 */
export async function deliverFile(services: Services, delivery: Delivery): Promise<RemoteItem> {
  const { file } = delivery;
  const run = openSending(services, delivery);
  if (file.size > run.to.maxSize) throw plainError('forbidden', `It’s larger than ${run.to.label} allows.`);
  const item: SentItem = {
    number,
    kind: 'file',
    name: file.name,
    size: file.size,
    remote_id: file.sha256.toString('hex') as RemoteId,
    mime_type: file.mimeType,
    export_type: null,
    hashes: {},
    remote_modified_at: file.modifiedAt,
  };
  return withSource(run, item, file.parentId, (source) => attempt(run, item, source, delivery));
}

async function attempt(
  run: Sending,
  item: SentItem,
  source: SourceFile,
  { file: { parentId, name, replaces } }: Delivery,
): Promise<RemoteItem> {
  const begun = run.uploads.get(number);
  const recovered = begun && (await recover(run, parentId, item, source, begun));
  const folder = await run.names.of(parentId);
  if (recovered) return begun.replaces ? takePlace(run, item, folder, recovered.item, begun.replaces) : recovered.item;
  const old = (replaces && folder.find(name)?.find(({ id }) => id === replaces)) || null;
  // With unique names, the new file arrives under another name and is swapped in once verified.
  const keepsName = old !== null && !run.to.uniqueNames;
  const to = { parentId, name: keepsName ? name : folder.firstFree(name), replaces: old?.id ?? null };
  const { item: done } = await send(run, item, source, to);
  return old ? takePlace(run, item, folder, done, old.id) : done;
}

function openSending(services: Services, delivery: Delivery): Sending {
  const { account, session, signal, file, upload, receipts } = delivery;
  const { manifest } = findProvider(services, account.source).connector;
  const label = sourceName(account.source);
  const shown = { ...account, name: label };
  const to = { ...sideOf(manifest, session), account: shown, label, close: async () => {} };
  const stored = { size: file.size, revision: file.sha256.toString('hex'), hashes: {} };
  const key = contentKey(account.organizationId, file.sha256);
  return {
    services,
    transfer: { organization_id: account.organizationId },
    from: {
      account: shown,
      files: {
        async stat() {
          throw new Error('hashes of stored bytes are computed');
        },
        async download(_id, { range } = {}) {
          const found = await services.blobs.get(key, { range });
          if (!found) throw plainError('not_found', 'Its contents aren’t in Sheaf anymore.');
          return { ...stored, body: found.body, startsAt: range?.start ?? 0 };
        },
      },
    },
    to,
    ledger: { begun: (_number, begun) => delivery.record(begun), underWay: () => {} },
    names: new FolderNames(to),
    uploads: new Map(upload && [[number, upload]]),
    receipts: () => receipts,
    signal,
    discard: (handle, keep) => session.writes.abort(handle, keep).catch(() => {}),
  };
}
