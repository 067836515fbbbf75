import type { Notification, ServerEvent } from '@sheaf/contract';
import { type NotificationText, textOf } from './notification-texts.ts';
import type { NotificationRow } from './notifications.queries.ts';

export function wordsOf(row: NotificationRow): NotificationText {
  const { organization_id, subject, actor, count, document_id, document, document_kind } = row;
  return textOf(row.kind, row.data, {
    organizationId: organization_id,
    subject,
    actor,
    count,
    document: document_id === null ? null : { id: document_id, name: document!, kind: document_kind! },
  });
}

export const presentNotification = (row: NotificationRow): Notification => ({
  id: row.id,
  kind: row.kind,
  ...wordsOf(row),
  request_id: row.kind === 'access_requested' || row.kind === 'invite_requested' ? row.subject : null,
  read: row.read_at !== null,
  at: row.news_at.toISOString(),
});

/** Sent to open event streams when the notifications of their member changed, so that they load them. */
export const describeNotifications = async (): Promise<ServerEvent> => ({ type: 'notifications' });
