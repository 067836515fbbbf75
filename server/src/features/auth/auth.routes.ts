import { contract } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import { presentViewer } from './auth.present.ts';
import { installationOf } from './installation.ts';
import { passkeyOptions, signInWithPasskey } from './passkey-sign-in.ts';
import { register } from './register.ts';
import { askForReset, resetPassword } from './reset-password.ts';
import { finishSignIn } from './second-step.ts';
import { signOut } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { resendVerification, verifyEmail } from './verification.ts';

const { auth } = contract;

export const authRoutes = [
  answer(auth.installation, (_, services) => installationOf(services)),
  answer(auth.register, ({ body, client }, services) => register(services, client, body)),
  answer(auth.login, ({ body, client }, services) => signIn(services, client, body)),
  answer(auth.twoFactor, ({ body, client }, services) => finishSignIn(services, client, body)),
  answer(auth.passkeyOptions, ({ body, client }, services) => passkeyOptions(services, client, body.token)),
  answer(auth.passkey, ({ body, client }, services) => signInWithPasskey(services, client, body)),
  answer(auth.logout, ({ viewer }, { db }) => signOut(db, viewer).then(done)),
  answer(auth.user, async ({ viewer }) => presentViewer(viewer)),
  answer(auth.verify, ({ viewer, body }, services) => verifyEmail(services, viewer, body.code).then(done)),
  answer(auth.resendCode, ({ viewer }, services) => resendVerification(services, viewer).then(done)),
  answer(auth.forgetPassword, ({ body, client }, services) => askForReset(services, client, body.email).then(done)),
  answer(auth.resetPassword, ({ body, client }, services) => resetPassword(services, client, body).then(done)),
];
