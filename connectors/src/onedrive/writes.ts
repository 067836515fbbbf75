import type { AccountContext } from '../kit/connector.ts';
import { ConnectorError, plainError } from '../kit/errors.ts';
import type { FileWrites, RemoteId } from '../kit/session.ts';
import { refOf, toItem } from './adapt.ts';
import type { Gateway } from './gateway.ts';
import type { DriveItem, Ref } from './graph.ts';
import type { Drives } from './libraries/drives.ts';
import { codeOf, hasCode } from './refusals.ts';
import { createUploads } from './uploads.ts';

const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 5_000;
const MAX_POLLS = 200;

export function createWrites(account: AccountContext, gateway: Gateway, drives: Drives): Required<FileWrites> {
  const item = async (given: DriveItem, { driveId }: Ref) => toItem(given, driveId, await drives.own());

  /** Moves the item to the recycle bin, where people find it for some weeks. */
  const remove = async (id: RemoteId) => {
    try {
      await gateway.remove(refOf(id));
    } catch (error) {
      if (!hasCode(error, 'not_found')) throw error;
    }
  };

  /** A copy is made in the background; resolves with its id once it is complete. */
  const copied = async (monitor: string): Promise<string> => {
    for (let poll = 0, ms = FIRST_WAIT_MS; poll < MAX_POLLS; poll++, ms = Math.min(ms * 2, MAX_WAIT_MS)) {
      const { status, resourceId, error } = await gateway.copyState(monitor);
      if (status === 'completed' && resourceId !== undefined) return resourceId;
      if (status === 'failed')
        throw new ConnectorError(codeOf(error?.code), `OneDrive could not copy: ${error?.message ?? error?.code}`);
      await account.wait(ms);
    }
    throw new ConnectorError('unavailable', 'OneDrive takes too long to copy');
  };

  /** The item was restored already or deleted for good; otherwise its folder is gone, and it is restored to the top. */
  const backOrToTop = async (ref: Ref): Promise<DriveItem> => {
    try {
      return await gateway.item(ref);
    } catch (error) {
      if (!hasCode(error, 'not_found')) throw error;
      return gateway.restore(ref, { parentReference: { id: (await drives.own()).rootId } });
    }
  };

  return {
    ...createUploads(account, gateway, drives),
    delete: remove,
    trash: remove,

    async restore(id) {
      const ref = refOf(id);
      const restored = await gateway.restore(ref).catch((error: unknown) => {
        if (!hasCode(error, 'not_found')) throw error;
        return backOrToTop(ref);
      });
      return item(restored, ref);
    },

    async mkdir(parent, name) {
      const to = await drives.folder(parent);
      try {
        return { ...(await item(await gateway.makeFolder(to, name), to)), parentId: parent };
      } catch (error) {
        if (!hasCode(error, 'conflict')) throw error;
        const existing = await gateway.itemAt(to, name);
        if (!existing.folder) throw error;
        return { ...(await item(existing, to)), parentId: parent };
      }
    },

    async move(id, { parentId, name }) {
      const ref = refOf(id);
      const to = parentId === undefined ? null : await drives.folder(parentId);
      if (to !== null && to.driveId !== ref.driveId)
        throw plainError('forbidden', 'OneDrive can’t move items from one drive to another');
      const change = {
        ...(name !== undefined && { name }),
        ...(to !== null && { parentReference: { id: to.itemId } }),
      };
      const moved = await item(await gateway.change(ref, change), ref);
      return parentId === undefined ? moved : { ...moved, parentId };
    },

    async copy(id, { parentId, name }) {
      const ref = refOf(id);
      const to = await drives.folder(parentId);
      let attempts = 0;
      const monitor = await account.call(() => {
        attempts++;
        return gateway.copy(ref, to, name);
      });
      try {
        const copy = await item(await gateway.item({ ...to, itemId: await copied(monitor) }), to);
        return { ...copy, parentId };
      } catch (error) {
        // The answer to a first attempt was lost, but the copy was made: it took the name.
        if (attempts === 1 || !hasCode(error, 'conflict')) throw error;
        const [source, there] = await Promise.all([gateway.item(ref), gateway.itemAt(to, name)]);
        const isSame = JSON.stringify(source.file?.hashes) === JSON.stringify(there.file?.hashes);
        if (!isSame || source.size !== there.size) throw error;
        return { ...(await item(there, to)), parentId };
      }
    },
  };
}
