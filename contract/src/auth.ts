import { z } from 'zod';
import { endpoint } from './calls/endpoint.ts';
import { code, email, name, password, passwordsMatch, success, timestamp } from './calls/fields.ts';
import { limits } from './calls/limits.ts';

export const user = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    /** Address of the picture, or null: show initials. */
    avatar: z.string().nullable(),
    email_verified_at: timestamp.nullable(),
  })
  .meta({ id: 'User' });
export type User = z.output<typeof user>;

const signedIn = z.object({ auth: z.object({ token: z.string() }), user });

const registration = passwordsMatch(z.strictObject({ name, email, password, password_confirmation: password }));

export const auth = {
  installation: endpoint({
    method: 'GET',
    path: '/auth/installation',
    access: 'public',
    summary: 'What the sign-in pages need: whether any account exists, and where email is sent',
    data: z.object({
      has_users: z.boolean(),
      /** Without a mail server, email stays in the mailbox at /dev/mailbox of a local installation, else in the server’s log. */
      mail: z.enum(['sent', 'mailbox', 'log']),
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
    summary: 'Sign in',
    body: z.strictObject({ email, password }),
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

/** The schemas the forms check with before they call. */
export const authForms = {
  login: auth.login.body,
  register: auth.register.body,
  forgotPassword: auth.forgetPassword.body,
  resetPassword: auth.resetPassword.body,
  verification: auth.verify.body,
};
