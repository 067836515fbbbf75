import type { Capability, RemoteId } from '@sheaf/connectors';
import { type Cannot, uploadsSource } from '@sheaf/contract';
import type { Services } from '../../services.ts';
import { availableProvider, sourceHolds, sourceName } from './provider.ts';

/** The facts that decide whether an account's content can be changed. */
interface WrittenAccount {
  source: string;
  status: string;
  /** The keys of additional access that the person allowed. */
  access: readonly string[];
}

/** A document of the account, by the source's id. */
interface WrittenItem {
  remoteId: string;
  isFolder: boolean;
}

/** Nothing can be changed, for this reason; null: everything can. */
export const cannotAnything = (reason: string | null): Cannot => ({
  change: reason,
  move: reason,
  add: reason,
  delete: reason,
  restore: reason,
});
const all = cannotAnything;

/** Why the owner of an account can't change its content, or this item of it; null if they can. */
export function cannotWrite(
  services: Services,
  { source, status, access }: WrittenAccount,
  item: WrittenItem | null = null,
): Cannot {
  if (source === uploadsSource) return all(null);
  const app = sourceName(source);
  if (sourceHolds(source) === 'chats') return all('Emails and chats can’t be changed in Sheaf.');
  const manifest = availableProvider(services, source)?.connector.manifest;
  const capabilities = manifest?.capabilities;
  if (!capabilities?.includes('writes')) return all(`Files in ${app} can’t be changed in Sheaf.`);
  if (status === 'disconnected' || status === 'needs_reauth')
    return all('This account isn’t connected. Reconnect it to change its files.');
  const unless = (capability: Capability, reason: string) => (capabilities.includes(capability) ? null : reason);
  const unmovable = unless('writes.move', `Files in ${app} can’t be renamed or moved in Sheaf.`);
  return {
    add: null,
    change: unmovable,
    move: unmovable,
    delete: unless('writes.trash', `${app} has no trash, so files can’t be deleted in Sheaf. Delete them in ${app}.`),
    restore:
      unless('writes.restore', `${app} can’t restore files from Sheaf. Restore them in ${app}.`) ??
      (item && manifest?.cannotRestore?.({ id: item.remoteId as RemoteId, isFolder: item.isFolder, access })) ??
      null,
  };
}
