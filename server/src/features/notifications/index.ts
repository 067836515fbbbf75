export { deleteExpiredNotifications, deleteNotificationBatch } from './delete-expired.ts';
export { emailDigests, emailNotifications } from './email-people.ts';
export { describeNotifications } from './notifications.present.ts';
export { notificationRoutes } from './notifications.routes.ts';
export { notify, notifyAll, notifyOfShares, settle, settleAll } from './notify.ts';
