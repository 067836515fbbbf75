import {
  IconArrowRight,
  IconBolt,
  IconBookmark,
  IconFilter,
  IconFolders,
  IconHistory,
  IconSearch,
  IconStack2,
} from '@tabler/icons-react';
import { DocumentIcon } from '../../../ui/documents/document-icon.tsx';
import { SourceIcon } from '../../../ui/source-icons/source-icon.tsx';
import type { Entry } from './entry.ts';
import classes from './entry-list.module.css';

const pictures = {
  place: IconFolders,
  collection: IconStack2,
  page: IconArrowRight,
  action: IconBolt,
  search: IconSearch,
  operator: IconFilter,
  value: IconFilter,
  history: IconHistory,
  saved: IconBookmark,
} as const;

export function EntryIcon({ kind, type, color, slug }: Pick<Entry, 'kind' | 'type' | 'color' | 'slug'>) {
  if (kind === 'document') return <DocumentIcon type={type ?? 'other'} size={28} />;
  if (slug && kind === 'place') return <SourceIcon slug={slug} size={24} />;
  if (kind === 'label') return <span className={classes.dot} style={{ '--dot': color }} />;
  const Picture = pictures[kind];
  return <Picture size={18} stroke={1.6} aria-hidden />;
}
