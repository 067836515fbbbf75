import { type Document, type SourceAccount, uploadsSource } from '@sheaf/contract';
import { accountTitle } from '../../lib/format/account-title.ts';

/** A folder that takes files and documents: one of My files or of a connected account, or its top level. */
export interface FolderTarget {
  folderId: string | null;
  /** Of a connected account; absent: My files. */
  accountId?: string;
  /** Of a folder in somebody else’s My files. */
  othersAccountId?: string;
  /** The app of the account. */
  app?: string;
  name: string;
}

export const myFilesTarget: FolderTarget = { folderId: null, name: 'My files' };

/** Null: it is no folder, or nothing can be added to it. */
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

/** Why nothing can be added to the top level of an account; null where something can. */
export const topObstacle = ({ cannot, settings }: SourceAccount): string | null =>
  // Of an account of which only chosen folders are synced, nobody would see what is beside them.
  cannot.add ?? (settings.file_mode === 'all' ? null : 'Only some folders are synced. Open one of them to upload.');

/** The top level of an account. */
export const accountTarget = (account: SourceAccount): FolderTarget => ({
  folderId: null,
  accountId: account.id,
  app: account.source.name,
  name: accountTitle(account, account.source),
});

/** Marks an element on which files and documents can be dropped. */
export const dropAttributes = (target: FolderTarget | null) =>
  target ? { 'data-folder': JSON.stringify(target) } : {};

/** The folder an element stands for. */
export function targetAt(element: Element | null | undefined): { element: HTMLElement; target: FolderTarget } | null {
  const found = element?.closest<HTMLElement>('[data-folder]');
  return found ? { element: found, target: JSON.parse(found.dataset.folder!) as FolderTarget } : null;
}
