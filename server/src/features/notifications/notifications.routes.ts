import { contract } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import { listNotifications, markRead } from './list-notifications.ts';
import { changeSettings, readSettings } from './settings.ts';

const { notifications } = contract;

export const notificationRoutes = [
  answer(notifications.list, ({ viewer, query }, services) => listNotifications(services, viewer, query)),
  answer(notifications.markRead, ({ viewer, body }, services) => markRead(services, viewer, body).then(done)),
  answer(notifications.settings, ({ viewer }, services) => readSettings(services, viewer.id)),
  answer(notifications.changeSettings, ({ viewer, body }, services) => changeSettings(services, viewer.id, body)),
];
