import type { Document, DocumentType } from '@sheaf/contract';
import {
  IconFile,
  IconFileText,
  IconFileTypeDoc,
  IconFileTypePdf,
  IconFileTypePpt,
  IconFileTypeXls,
  IconFolderFilled,
  IconHash,
  IconInbox,
  IconLink,
  IconMail,
  IconMessages,
  IconMusic,
  IconPhoto,
  IconPlayerPlay,
  IconSend,
  IconTable,
  IconTag,
  IconTypography,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import classes from './document-icon.module.css';

const pictures = {
  folder: IconFolderFilled,
  image: IconPhoto,
  pdf: IconFileTypePdf,
  word: IconFileTypeDoc,
  excel: IconFileTypeXls,
  point: IconFileTypePpt,
  spreadsheet: IconTable,
  rtf: IconTypography,
  text: IconFileText,
  video: IconPlayerPlay,
  audio: IconMusic,
  mail: IconMail,
  chat: IconMessages,
  link: IconLink,
  other: IconFile,
} as const satisfies Record<DocumentType, unknown>;

/** The names of document types in the interface. */
export const documentTypeNames = {
  folder: 'Folder',
  image: 'Image',
  pdf: 'PDF',
  word: 'Word document',
  excel: 'Excel workbook',
  point: 'Presentation',
  spreadsheet: 'Spreadsheet',
  rtf: 'Rich text',
  text: 'Text',
  video: 'Video',
  audio: 'Audio',
  mail: 'Email',
  chat: 'Chat',
  link: 'Link',
  other: 'File',
} as const satisfies Record<DocumentType, string>;

/** What a folder of these apps is. In every other app it is a folder. */
const messageApps: Readonly<Record<string, 'mail' | 'chat'>> = { gmail: 'mail', imap: 'mail', slack: 'chat' };

const folderPictures = {
  label: IconTag,
  inbox: IconInbox,
  sent: IconSend,
  channel: IconHash,
  person: IconUser,
  people: IconUsers,
};
type FolderKind = keyof typeof folderPictures;

/** Labels of mail and channels of chats are stored as folders, but have icons of their own. */
export function folderKind({ name, source }: Pick<Document, 'name'> & { source: { slug: string } }): FolderKind | null {
  const holds = messageApps[source.slug];
  if (!holds) return null;
  if (holds === 'chat') return name.startsWith('#') ? 'channel' : name.includes(', ') ? 'people' : 'person';
  const known = name.toLowerCase();
  return known === 'inbox' ? 'inbox' : known.startsWith('sent') ? 'sent' : 'label';
}

interface DocumentIconProps {
  type: DocumentType;
  /** What a folder is in its app. */
  folder?: FolderKind | null;
  size?: number;
}

/** The icon of a document type on a tile of its color. Decorative: the name is next to it. */
export function DocumentIcon({ type, folder, size = 28 }: DocumentIconProps) {
  const Picture = folder && type === 'folder' ? folderPictures[folder] : pictures[type];
  return (
    <span
      className={classes.tile}
      data-type={type}
      data-folder={folder ?? undefined}
      style={{ width: size, height: size }}
    >
      <Picture size={size * 0.62} stroke={1.7} aria-hidden />
    </span>
  );
}
