import type { ServerEvent } from '@sheaf/contract';

/** What open event streams are sent when the notifications of their member changed: they ask for them. */
export const describeNotifications = async (): Promise<ServerEvent> => ({ type: 'notifications' });
