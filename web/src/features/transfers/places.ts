import type { MyFiles, SourceAccount } from '@sheaf/contract';

/** A place for files: a connected account, or My files. */
export interface Place {
  id: string;
  name: string;
  display_name: string | null;
  source: { slug: string; name: string };
  files: number;
  /** The number of synced folders if not the whole account is synced; null: all of it. */
  syncedFolders: number | null;
  /** A note that does not prevent a transfer. */
  note: string | null;
  /** Why no files can be taken from it or put into it. */
  cannotGive: string | null;
  cannotTake: string | null;
}

/** The person’s places, My files last. */
export const placesOf = (accounts: readonly SourceAccount[], myFiles: readonly MyFiles[]): Place[] => [
  ...accounts.filter(({ source }) => source.holds === 'files').map(placeOf),
  ...myFiles.map(placeOfMyFiles),
];

const placeOfMyFiles = (mine: MyFiles): Place => ({
  ...mine,
  display_name: null,
  syncedFolders: null,
  note: null,
  cannotGive: mine.files > 0 ? null : 'It’s empty.',
  cannotTake: null,
});

function placeOf(account: SourceAccount): Place {
  const { id, name, display_name, source, files, settings } = account;
  const cannotTake = disconnectedText(account);
  const cannotGive = cannotTake ?? nothingHereText(account);
  const syncedFolders = settings.file_mode === 'selected' ? settings.file_selected_folders.length : null;
  const note = incompleteText(account);
  return { id, name, display_name, source, files, syncedFolders, cannotGive, cannotTake, note };
}

function disconnectedText({ status }: SourceAccount): string | null {
  if (status === 'disconnected') return 'Disconnected. Reconnect it in Apps.';
  return status === 'needs_reauth' ? 'Access has expired. Reconnect it in Apps.' : null;
}

function nothingHereText({ files, status }: SourceAccount): string | null {
  if (files > 0) return null;
  return status === 'syncing'
    ? 'Its files are being listed. Try again in a moment.'
    : 'None of its files are synced. Choose what to sync in Apps.';
}

/** Notes that only synced files can be transferred. */
function incompleteText({ status, settings }: SourceAccount): string | null {
  if (status === 'syncing') return 'Still syncing. Some files may not be listed yet.';
  return settings.file_mode === 'selected' ? 'Only synced folders are listed.' : null;
}

/** Whether any transfer is possible at all. */
export const canTransfer = (places: readonly Place[]): boolean =>
  places.some((from) => !from.cannotGive && places.some((to) => to.id !== from.id && !to.cannotTake));
