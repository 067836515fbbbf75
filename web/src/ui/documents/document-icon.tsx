import type { DocumentType } from '@sheaf/contract';
import {
  IconFile,
  IconFileText,
  IconFileTypeDoc,
  IconFileTypePdf,
  IconFileTypePpt,
  IconFileTypeXls,
  IconFolderFilled,
  IconLink,
  IconMail,
  IconMessages,
  IconMusic,
  IconPhoto,
  IconPlayerPlay,
  IconTable,
  IconTypography,
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

/** The icon of a document type on a tile of its colour. Decorative: the name is next to it. */
export function DocumentIcon({ type, size = 28 }: { type: DocumentType; size?: number }) {
  const Picture = pictures[type];
  return (
    <span className={classes.tile} data-type={type} style={{ width: size, height: size }}>
      <Picture size={size * 0.62} stroke={1.7} aria-hidden />
    </span>
  );
}
