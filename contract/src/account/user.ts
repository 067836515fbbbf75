import { z } from 'zod';
import { endpoint } from '../calls/endpoint.ts';
import { code, email, id, name, password, passwordsMatch, required, success, timestamp } from '../calls/fields.ts';
import { limits } from '../calls/limits.ts';
import { user as userShape } from './auth.ts';

export const session = z
  .object({
    id: z.uuid(),
    device: z.string(),
    ip: z.string().nullable(),
    created_at: timestamp,
    last_used_at: timestamp,
    current: z.boolean(),
  })
  .meta({ id: 'Session' });
export type Session = z.output<typeof session>;

export const user = {
  update: endpoint({
    method: 'POST',
    path: '/user/update',
    access: 'verified',
    summary: 'Change the name',
    body: z.strictObject({ name }),
    data: userShape,
    errors: ['validation_failed'],
  }),
  setAvatar: endpoint({
    method: 'PUT',
    path: '/user/avatar',
    access: 'verified',
    summary: 'Change the picture; the request body is the image',
    picture: true,
    data: userShape,
    errors: ['validation_failed'],
    bodyLimit: limits.imageBytes,
  }),
  removeAvatar: endpoint({
    method: 'DELETE',
    path: '/user/avatar',
    access: 'verified',
    summary: 'Remove the picture',
    data: userShape,
  }),
  updatePassword: endpoint({
    method: 'PUT',
    path: '/user/update-password',
    access: 'verified',
    summary: 'Change the password; ends all other sessions',
    body: passwordsMatch(z.strictObject({ current_password: password, password, password_confirmation: password })),
    data: success,
    errors: ['validation_failed'],
  }),
  checkEmail: endpoint({
    method: 'POST',
    path: '/user/check-email',
    access: 'verified',
    summary: 'Whether an address is free to change to',
    body: z.strictObject({ email }),
    data: z.object({ available: z.boolean() }),
    errors: ['validation_failed'],
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/user/change-email',
    access: 'verified',
    summary: 'Send a code to the new address; needs the current password',
    body: z.strictObject({ new_email: email, current_password: password }),
    data: success,
    errors: ['validation_failed'],
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/user/change-email/confirmed',
    access: 'verified',
    summary: 'Confirm the new address with the code sent to it; ends all other sessions',
    body: z.strictObject({ code }),
    data: userShape,
    errors: ['validation_failed'],
  }),
  revertEmail: endpoint({
    method: 'POST',
    bodyLimit: limits.signInBytes,
    path: '/user/change-email/reverted',
    access: 'public',
    summary:
      'Undo a change of address with the link emailed to the old one, within 7 days; ends all sessions, revokes all API keys and resets the password',
    body: z.strictObject({ token: required(128) }),
    data: z.object({ email: z.string() }),
    errors: ['validation_failed', 'conflict'],
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/user/sessions',
    access: 'verified',
    summary: 'Where the person is signed in, last used first (the newest 100)',
    data: z.array(session),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/user/sessions/{id}',
    access: 'verified',
    summary: 'Sign out one device',
    params: z.strictObject({ id }),
    data: success,
    errors: ['not_found'],
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/user/sessions',
    access: 'verified',
    summary: 'Sign out all other devices',
    data: success,
  }),
};
