import { z } from 'zod';
import { endpoint } from '../calls/endpoint.ts';
import { pageQuery } from '../calls/envelope.ts';
import { id, success, timestamp } from '../calls/fields.ts';
import { limits } from '../calls/limits.ts';
import { allNotificationKinds, type NotificationKind, notificationChannels } from './notification-kinds.ts';

const kind = z.enum(allNotificationKinds);
const channel = z.enum(notificationChannels);

export const notification = z
  .object({
    id: z.uuid(),
    kind,
    /** What happened, in words: 'Ada shared 12 documents with you'. */
    title: z.string(),
    /** More details, such as what to do. */
    message: z.string().nullable(),
    /** For a request for access or an invitation: its id, to grant or decline it. */
    request_id: z.uuid().nullable(),
    /** The page of the app that shows what it is about. */
    path: z.string(),
    read: z.boolean(),
    /** When something last happened. */
    at: timestamp,
  })
  .meta({ id: 'Notification' });
export type Notification = z.output<typeof notification>;

const notificationSetting = z
  .object({ kind, name: z.string(), meaning: z.string(), channel })
  .meta({ id: 'NotificationSetting' });
export type NotificationSetting = z.output<typeof notificationSetting>;

const channels = Object.fromEntries(allNotificationKinds.map((one) => [one, channel.optional()])) as Record<
  NotificationKind,
  z.ZodOptional<typeof channel>
>;

export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/notifications',
    access: 'documents.read',
    summary:
      'What happened in the workspace that concerns the person, the newest first: the last 500 of 90 days. What they no longer have access to is left out',
    query: z.strictObject(pageQuery),
    data: z.object({
      notifications: z.array(notification),
      /** The number of all, not of this page. */
      unread: z.int(),
    }),
    paged: true,
  }),
  markRead: endpoint({
    method: 'PUT',
    path: '/notifications/read',
    access: 'documents.read',
    summary: 'Mark notifications as read: those with these ids, or all',
    body: z
      .strictObject({
        ids: z
          .array(id, 'Must be a list')
          .min(1, 'Must name at least one')
          .max(limits.perPageMax, `At most ${limits.perPageMax}`)
          .optional(),
        all: z.literal(true, 'Must be true').optional(),
      })
      .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
        error: 'Must have either ids or all',
        path: ['ids'],
      }),
    data: success,
    errors: ['not_found'],
    whileReadOnly: true,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/user/notification-settings',
    access: 'verified',
    summary:
      'How the person is told about what, in all workspaces: the kinds that can concern them. `app`: in the app; `email` and `digest`: by email or once a day as well',
    data: z.array(notificationSetting),
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/user/notification-settings',
    access: 'verified',
    summary: 'Change how the person is told, by kind; what is left out stays as it is',
    body: z.strictObject({ channels: z.strictObject(channels) }),
    data: z.array(notificationSetting),
    errors: ['validation_failed'],
  }),
};
