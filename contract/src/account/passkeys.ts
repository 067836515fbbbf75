import { z } from 'zod';
import { endpoint } from '../calls/endpoint.ts';
import { id, required, success, timestamp } from '../calls/fields.ts';
import { limits } from '../calls/limits.ts';
import { newPasskeyAnswer, passkeyQuestion, proof } from './passkey-fields.ts';

const passkey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    /** Kept by a password manager or by the maker of the device, and so available on all devices of the person. */
    synced: z.boolean(),
    created_at: timestamp,
    /** Null if it was never used. */
    last_used_at: timestamp.nullable(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.output<typeof passkey>;

const byId = z.strictObject({ id });
const passkeyName = required(limits.nameMax);

export const passkeys = {
  list: endpoint({
    method: 'GET',
    path: '/user/passkeys',
    access: 'verified',
    summary: 'One’s passkeys, oldest first',
    data: z.array(passkey),
  }),
  options: endpoint({
    method: 'POST',
    path: '/user/passkeys/options',
    access: 'verified',
    summary: `What a browser needs to create a passkey (at most ${limits.passkeysEach}); needs the current password, and a code or a passkey while two-factor authentication is on`,
    body: z.strictObject(proof),
    data: passkeyQuestion,
    errors: ['validation_failed', 'conflict'],
  }),
  question: endpoint({
    method: 'POST',
    path: '/user/passkeys/question',
    access: 'verified',
    summary: 'What a browser needs to answer with one of one’s passkeys, where a call takes that as proof',
    data: passkeyQuestion,
    errors: ['conflict'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/user/passkeys',
    access: 'verified',
    summary: 'Keep the passkey that the browser has created',
    body: z.strictObject({ name: passkeyName, response: newPasskeyAnswer }),
    data: passkey,
    status: 201,
    errors: ['validation_failed', 'conflict'],
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/user/passkeys/{id}',
    access: 'verified',
    summary: 'Rename a passkey',
    params: byId,
    body: z.strictObject({ name: passkeyName }),
    data: passkey,
    errors: ['validation_failed', 'not_found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user/passkeys/{id}',
    access: 'verified',
    summary:
      'Remove a passkey, which no longer signs in; needs the current password, and a code or a passkey while two-factor authentication is on',
    params: byId,
    body: z.strictObject(proof),
    data: success,
    errors: ['validation_failed', 'not_found', 'conflict'],
  }),
};
