import { contract } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import { askToChangeEmail, confirmEmail, isEmailAvailable } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { changeAvatar, rename } from './profile.ts';
import { revertEmail } from './revert-email.ts';
import { endOneSession, endOtherSessions, sessionsOf } from './sessions.ts';

const { user } = contract;

export const userRoutes = [
  answer(user.update, ({ viewer, body }, services) => rename(services, viewer, body.name)),
  answer(user.setAvatar, ({ viewer, picture }, services) => changeAvatar(services, viewer, picture)),
  answer(user.removeAvatar, ({ viewer }, services) => changeAvatar(services, viewer, null)),
  answer(user.updatePassword, ({ viewer, body }, services) => changePassword(services, viewer, body).then(done)),
  answer(user.checkEmail, async ({ viewer, client, body }, services) => ({
    available: await isEmailAvailable(services, viewer, client, body.email),
  })),
  answer(user.changeEmail, ({ viewer, client, body }, services) =>
    askToChangeEmail(services, viewer, client, body).then(done),
  ),
  answer(user.confirmEmail, ({ viewer, body }, services) => confirmEmail(services, viewer, body.code)),
  answer(user.revertEmail, ({ body, client }, services) => revertEmail(services, client, body.token)),
  answer(user.sessions, ({ viewer }, { db }) => sessionsOf(db, viewer)),
  answer(user.endSession, ({ viewer, params }, { db }) => endOneSession(db, viewer, params.id).then(done)),
  answer(user.endOtherSessions, ({ viewer }, { db }) => endOtherSessions(db, viewer).then(done)),
];
