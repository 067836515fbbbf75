import type { Document } from '@sheaf/contract';
import { IconPaperclip } from '@tabler/icons-react';
import { count } from '../../../../../lib/format/format.ts';
import classes from './marks.module.css';

/** A paper clip with the number of files that came with a thread. */
export function AttachmentCount({ document: { conversation } }: { document: Document }) {
  if (!conversation || conversation.attachments === 0) return null;
  const text = count(conversation.attachments, 'attachment');
  return (
    <span className={classes.attachments} role="img" aria-label={text} title={text}>
      <IconPaperclip size={14} stroke={1.8} aria-hidden />
      {conversation.attachments.toLocaleString('en')}
    </span>
  );
}
