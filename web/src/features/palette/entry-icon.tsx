import { IconArrowRight, IconBolt, IconSearch, IconStack2 } from '@tabler/icons-react';
import { DocumentIcon } from '../../ui/document-icon.tsx';
import classes from './palette.module.css';
import type { Entry } from './use-entries.ts';

const pictures = { collection: IconStack2, page: IconArrowRight, action: IconBolt, search: IconSearch } as const;

export function EntryIcon({ kind, type, color }: Pick<Entry, 'kind' | 'type' | 'color'>) {
  if (kind === 'document') return <DocumentIcon type={type ?? 'other'} size={28} />;
  if (kind === 'label') return <span className={classes.dot} style={{ '--dot': color }} />;
  const Picture = pictures[kind];
  return <Picture size={18} stroke={1.6} aria-hidden />;
}
