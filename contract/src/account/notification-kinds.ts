import type { Permission } from '../workspace/policy.ts';

/** How people are notified: in the app only, in the app and by an immediate or daily email, or not at all. */
export const notificationChannels = ['app', 'email', 'digest', 'off'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

/**
 * The kinds of notifications, in the order of the settings, with the roles they concern and their defaults. A new kind
 * needs a line here and its texts in server/src/features/notifications/notification-texts.ts.
 */
export const notificationKinds = {
  share: {
    name: 'Shared with you',
    meaning: 'Someone shares documents with you or one of your groups',
    needs: 'documents.read',
    channel: 'email',
  },
  access_requested: {
    name: 'Requests for access',
    meaning: 'Someone asks for access to one of your documents',
    needs: 'documents.share',
    channel: 'email',
  },
  invite_requested: {
    name: 'Requests for invitations',
    meaning: 'A member asks you to invite someone they want to share documents with',
    needs: 'invites.manage',
    channel: 'email',
  },
  invite_answered: {
    name: 'Answers to your requests for invitations',
    meaning: 'Someone you asked to have invited was invited, or your request was declined',
    needs: 'documents.share',
    channel: 'app',
  },
  transfer_finished: {
    name: 'Finished transfers',
    meaning: 'A transfer you started has ended. Emails are sent only if it took longer than 10 minutes',
    needs: 'sources.own',
    channel: 'email',
  },
  transfer_failed: {
    name: 'Failed transfers',
    meaning: 'A transfer you started failed, or is paused until you do something',
    needs: 'sources.own',
    channel: 'app',
  },
  account: {
    name: 'Accounts that need attention',
    meaning: 'An account you connected lost access, or many of its files are gone',
    needs: 'sources.own',
    channel: 'app',
  },
  invitation_accepted: {
    name: 'Accepted invitations',
    meaning: 'Someone you invited joined the workspace',
    needs: 'invites.manage',
    channel: 'app',
  },
} as const satisfies Record<string, { name: string; meaning: string; needs: Permission; channel: NotificationChannel }>;

export type NotificationKind = keyof typeof notificationKinds;
export const allNotificationKinds = Object.keys(notificationKinds) as NotificationKind[];
