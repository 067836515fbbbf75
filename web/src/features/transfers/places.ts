import type { MyFiles, SourceAccount } from '@sheaf/contract';

/** Where files can be: a connected account, or My files. */
export interface Place {
  id: string;
  name: string;
  source: { slug: string; name: string };
  files: number;
  /** What is worth knowing though nothing stands in the way. */
  note: string | null;
  /** Why nothing can be taken from it, and why nothing can be put into it. */
  cannotGive: string | null;
  cannotTake: string | null;
}

/** The places somebody has, My files last. */
export const placesOf = (accounts: readonly SourceAccount[], myFiles: readonly MyFiles[]): Place[] => [
  ...accounts.map(placeOf),
  ...myFiles.map(placeOfMyFiles),
];

const placeOfMyFiles = (mine: MyFiles): Place => ({
  ...mine,
  note: null,
  cannotGive: mine.files > 0 ? null : 'There is nothing in it yet.',
  cannotTake: null,
});

function placeOf(account: SourceAccount): Place {
  const { id, name, source, files } = account;
  const cannotTake = disconnectedText(account);
  const cannotGive = cannotTake ?? nothingHereText(account);
  return { id, name, source, files, cannotGive, cannotTake, note: incompleteText(account) };
}

function disconnectedText({ status }: SourceAccount): string | null {
  if (status === 'disconnected') return 'Disconnected. Connect it again in Apps.';
  return status === 'needs_reauth' ? 'Its access has expired. Connect it again in Apps.' : null;
}

function nothingHereText({ files, status }: SourceAccount): string | null {
  if (files > 0) return null;
  return status === 'syncing'
    ? 'Its files are being listed. They can be chosen in a moment.'
    : 'None of its files are known here. Choose what to sync in Apps.';
}

/** Only what was synced can be transferred. */
function incompleteText({ status, settings }: SourceAccount): string | null {
  if (status === 'syncing') return 'Still syncing: what is not listed yet cannot be chosen.';
  return settings.file_mode === 'selected' ? 'Only the folders chosen for sync are known here.' : null;
}

/** Whether any transfer is possible at all. */
export const canTransfer = (places: readonly Place[]): boolean =>
  places.some((from) => !from.cannotGive && places.some((to) => to.id !== from.id && !to.cannotTake));
