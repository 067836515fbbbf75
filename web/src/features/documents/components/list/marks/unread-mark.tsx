import type { Document } from '@sheaf/contract';
import classes from './marks.module.css';

/** A dot before the name of a thread with unread messages. Its parent element becomes bold. */
export function UnreadMark({ document: { conversation } }: { document: Document }) {
  if (!conversation || conversation.unread === 0) return null;
  return <span className={classes.unread} role="img" aria-label="Unread" title="Unread" />;
}
