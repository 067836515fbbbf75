import { z } from 'zod';
import { endpoint } from '../calls/endpoint.ts';
import { code, email, name, password, passwordsMatch, required, success, timestamp } from '../calls/fields.ts';
import { limits } from '../calls/limits.ts';
import { passkeyAnswer, passkeyQuestion } from './passkey-fields.ts';

export const user = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    /** Address of the picture; null: show initials. */
    avatar: z.string().nullable(),
    email_verified_at: timestamp.nullable(),
  })
  .meta({ id: 'User' });
export type User = z.output<typeof user>;

const signedIn = z.object({ auth: z.object({ token: z.string() }), user });

/** The password was right. There is no session yet: `token` is valid for the second step only, and not for long. */
const secondStep = z.object({
  two_factor_required: z.literal(true),
  token: z.string(),
  expires_at: timestamp,
  /** Whether codes of an authenticator app work. Without one, a passkey or a recovery code is needed. */
  app: z.boolean(),
  /** Whether the person has a passkey, which can be used instead of a code. */
  passkey: z.boolean(),
});
export type SecondStep = z.output<typeof secondStep>;

const stepToken = required(128);

const registration = passwordsMatch(z.strictObject({ name, email, password, password_confirmation: password }));

export const auth = {
  installation: endpoint({
    method: 'GET',
    path: '/auth/installation',
    access: 'public',
    summary: 'What the sign-in pages need: whether any account exists, and where email is sent',
    data: z.object({
      has_users: z.boolean(),
      /**
       * Without a mail server, email stays in the mailbox at /dev/mailbox of a local server, or else in the server’s
       * log.
       */
      mail: z.enum(['sent', 'mailbox', 'log']),
      /** Browsers support passkeys at https addresses and on the machine itself, and only with a host name. */
      passkeys: z.boolean(),
    }),
  }),
  register: endpoint({
    method: 'POST',
    bodyLimit: limits.signInBytes,
    path: '/auth/register',
    access: 'public',
    summary: 'Create an account with a first workspace; a code is sent to the address',
    body: registration,
    data: signedIn,
    status: 201,
    errors: ['validation_failed'],
  }),
  login: endpoint({
    method: 'POST',
    bodyLimit: limits.signInBytes,
    path: '/auth/login',
    access: 'public',
    summary: 'Sign in; with two-factor authentication, the first of two steps',
    body: z.strictObject({ email, password }),
    data: z.union([signedIn, secondStep]),
    errors: ['validation_failed', 'invalid_credentials'],
  }),
  twoFactor: endpoint({
    method: 'POST',
    bodyLimit: limits.signInBytes,
    path: '/auth/two-factor',
    access: 'public',
    summary: 'The second step: a code of the authenticator app, or a recovery code. Each works once',
    body: z.strictObject({ token: stepToken, code: required(64) }),
    data: signedIn,
    errors: ['validation_failed', 'invalid_credentials'],
  }),
  passkeyOptions: endpoint({
    method: 'POST',
    bodyLimit: limits.signInBytes,
    path: '/auth/passkey/options',
    access: 'public',
    summary: 'What a browser needs to sign in with a passkey; with the token of a first step, to use one as the second',
    body: z.strictObject({ token: stepToken.optional() }),
    data: passkeyQuestion,
    errors: ['validation_failed', 'invalid_credentials', 'conflict'],
  }),
  passkey: endpoint({
    method: 'POST',
    bodyLimit: limits.signInBytes,
    path: '/auth/passkey',
    access: 'public',
    summary: 'Sign in with a passkey; it replaces password and code, or with the token of a first step the code',
    body: z.strictObject({ response: passkeyAnswer, token: stepToken.optional() }),
    data: signedIn,
    errors: ['validation_failed', 'invalid_credentials'],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    access: 'session',
    summary: 'End this session',
    data: success,
  }),
  user: endpoint({
    method: 'GET',
    path: '/auth/user',
    access: 'session',
    summary: 'The person who is signed in',
    data: user,
  }),
  verify: endpoint({
    method: 'POST',
    bodyLimit: limits.signInBytes,
    path: '/auth/verify',
    access: 'session',
    summary: 'Verify the address with the code that was sent to it',
    body: z.strictObject({ code }),
    data: success,
    errors: ['validation_failed'],
  }),
  resendCode: endpoint({
    method: 'POST',
    path: '/auth/resend-code',
    access: 'session',
    summary: 'Send a new verification code, at most one a minute',
    data: success,
  }),
  forgetPassword: endpoint({
    method: 'POST',
    bodyLimit: limits.signInBytes,
    path: '/auth/forget-password',
    access: 'public',
    summary: 'Send a reset code if the address has an account; the response is the same either way',
    body: z.strictObject({ email }),
    data: success,
    errors: ['validation_failed'],
  }),
  resetPassword: endpoint({
    method: 'POST',
    bodyLimit: limits.signInBytes,
    path: '/auth/reset-password',
    access: 'public',
    summary: 'Set a new password with the code; ends all sessions of the person',
    body: passwordsMatch(z.strictObject({ email, code, password, password_confirmation: password })),
    data: success,
    errors: ['validation_failed'],
  }),
};

/** The schemas that forms check before they call. */
export const authForms = {
  login: auth.login.body,
  register: auth.register.body,
  forgotPassword: auth.forgetPassword.body,
  resetPassword: auth.resetPassword.body,
  verification: auth.verify.body,
  secondStep: auth.twoFactor.body,
};
