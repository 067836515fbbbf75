import type { ServerEvent } from '@sheaf/contract';

/** Sent to open event streams when the notifications of their member changed, so that they load them. */
export const describeNotifications = async (): Promise<ServerEvent> => ({ type: 'notifications' });
