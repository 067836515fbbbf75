import { type Document, type MyFiles, type SourceAccount, uploadsSource } from '@sheaf/contract';
import { accountLine, accountTitle } from '../../lib/format/account-title.ts';

/** The top level of My files or of a connected account, or a folder that others share for editing. */
export interface MovePlace {
  folderId: string | null;
  accountId: string;
  name: string;
  detail: string;
  /** The slug of the app; null: a shared folder. */
  slug: string | null;
  /** Why nothing can be put anywhere in this place. */
  obstacle: string | null;
  /** Why nothing can be put at its top level, but only into its folders. */
  topObstacle: string | null;
}

interface Known {
  myFiles: readonly MyFiles[];
  accounts: readonly SourceAccount[];
  /** The outermost folders that others share. */
  shared: readonly Document[];
}

const keepsInside = 'You can move and copy other people’s files only within the folder they shared with you.';
const takesUploads = 'This folder belongs to someone else. To add your files, upload them.';

/** Every place that could take these documents, including those that can’t at the moment, with the reason. */
export function movePlaces([first]: readonly Document[], { myFiles, accounts, shared }: Known): MovePlace[] {
  const isOwn = first?.own !== false;
  const sharedFrom = first?.location[0]?.id;
  const owned = isOwn ? null : keepsInside;
  return [
    ...myFiles.map(({ id, name, source }) => ({
      folderId: null,
      accountId: id,
      name,
      detail: '',
      slug: source.slug,
      obstacle: owned,
      topObstacle: null,
    })),
    ...accounts
      .filter(({ source }) => source.holds === 'files')
      .map((account) => ({
        folderId: null,
        accountId: account.id,
        name: accountTitle(account, account.source),
        detail: accountLine(account, account.source),
        slug: account.source.slug,
        obstacle: owned ?? account.cannot.add,
        topObstacle: account.settings.file_mode === 'all' ? null : 'Only some folders are synced. Choose one of them.',
      })),
    ...shared
      .filter(({ permission, conversation }) => permission === 'edit' && conversation === null)
      .map(({ id, name, account, created_by, cannot }) => ({
        folderId: id,
        accountId: account.id,
        name,
        detail: `Shared by ${created_by.name}`,
        slug: null,
        obstacle: isOwn ? takesUploads : id === sharedFrom ? cannot.add : keepsInside,
        topObstacle: null,
      })),
  ];
}

/** The place of a document: its account, or the outermost folder of others that the person sees. */
export function placeAround({ own, account, source, location: [outermost] }: Document) {
  if (!own && outermost) return { folderId: outermost.id, accountId: account.id, name: outermost.name };
  const name = source.slug === uploadsSource ? account.name : accountTitle(account, source);
  return { folderId: null, accountId: account.id, name };
}
