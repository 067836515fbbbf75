import { type Document, type SourceAccount, uploadsSource } from '@sheaf/contract';
import { accountTitle } from '../../lib/format/account-title.ts';

/** A folder for files and documents: one of My files or of a connected account, or its top level. */
export interface FolderTarget {
  folderId: string | null;
  /** Set for a connected account; left out: My files. */
  accountId?: string;
  /** Set for a folder in someone else’s My files. */
  othersAccountId?: string;
  /** The app of the account. */
  app?: string;
  name: string;
}

export const myFilesTarget: FolderTarget = { folderId: null, name: 'My files' };

/** Returns null for other documents, and for folders to which nothing can be added. */
export function folderTarget({
  id,
  name,
  type,
  own,
  permission,
  source,
  account,
  cannot,
  deleted,
}: Document): FolderTarget | null {
  if (type !== 'folder' || permission !== 'edit' || cannot.add || deleted) return null;
  if (source.slug === uploadsSource)
    return own ? { folderId: id, name } : { folderId: id, name, othersAccountId: account.id };
  return { folderId: id, accountId: account.id, app: source.name, name };
}

/** The folder a document is in, or the top level of its account. */
export const folderAround = ({ parent_id, location, account, source }: Document): FolderTarget => ({
  folderId: parent_id,
  accountId: account.id,
  name: location.at(-1)?.name ?? accountTitle(account, source),
});

/** Why nothing can be added to the top level of an account; null if files can be added. */
export const topObstacle = ({ cannot, settings }: SourceAccount): string | null =>
  // In an account with only some folders synced, files beside these would be invisible.
  cannot.add ?? (settings.file_mode === 'all' ? null : 'Only some folders are synced. Open one of them to upload.');

/** The top level of an account. */
export const accountTarget = (account: SourceAccount): FolderTarget => ({
  folderId: null,
  accountId: account.id,
  app: account.source.name,
  name: accountTitle(account, account.source),
});

/** Attributes of an element on which files and documents can be dropped. */
export const dropAttributes = (target: FolderTarget | null) =>
  target ? { 'data-folder': JSON.stringify(target) } : {};

/** The drop target that an element is marked with. */
export function targetAt(element: Element | null | undefined): { element: HTMLElement; target: FolderTarget } | null {
  const found = element?.closest<HTMLElement>('[data-folder]');
  return found ? { element: found, target: JSON.parse(found.dataset.folder!) as FolderTarget } : null;
}
