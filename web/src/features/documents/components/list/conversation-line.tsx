import type { Document } from '@sheaf/contract';
import { count } from '../../../../lib/format/format.ts';
import classes from './document-table.module.css';

/** The senders, and the number of messages. */
export function ConversationLine({ document: { conversation } }: { document: Document }) {
  if (!conversation) return null;
  const text = conversationText(conversation);
  return (
    <span className={classes.conversation} title={text}>
      {text}
    </span>
  );
}

export function conversationText({ people, others, messages, unread }: NonNullable<Document['conversation']>): string {
  const named = people.slice(0, 3).join(', ');
  const rest = people.length - 3 + others;
  const who = rest > 0 ? `${named} and ${count(rest, 'other')}` : named;
  const many = count(messages, 'message');
  return [who, unread > 0 ? `${many}, ${unread.toLocaleString('en')} unread` : many].filter(Boolean).join(' · ');
}
