import { z } from 'zod';
import { user as userShape } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { code, email, id, imageUpload, name, password, passwordsMatch, success, timestamp } from './fields.ts';
import { limits } from './limits.ts';

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
    summary: 'Change name and picture; avatar null removes the picture',
    body: z.strictObject({ name, avatar: imageUpload.nullable().optional() }),
    data: userShape,
    errors: ['validation_failed'],
    bodyLimit: limits.imageBytes + 16 * 1024,
  }),
  updatePassword: endpoint({
    method: 'PUT',
    path: '/user/update-password',
    access: 'verified',
    summary: 'Change the password; ends every other session',
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
    summary: 'Send a code to the new address',
    body: z.strictObject({ new_email: email }),
    data: success,
    errors: ['validation_failed'],
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/user/change-email/confirmed',
    access: 'verified',
    summary: 'Take over the new address with the code sent to it',
    body: z.strictObject({ code }),
    data: userShape,
    errors: ['validation_failed'],
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
    summary: 'Sign one device out',
    params: z.strictObject({ id }),
    data: success,
    errors: ['not_found'],
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/user/sessions',
    access: 'verified',
    summary: 'Sign every other device out',
    data: success,
  }),
};
