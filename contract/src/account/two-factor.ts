import { z } from 'zod';
import { endpoint } from '../calls/endpoint.ts';
import { code, password, success, timestamp } from '../calls/fields.ts';
import { limits } from '../calls/limits.ts';
import { passkeyAnswer, proof } from './passkey-fields.ts';

const state = z
  .object({
    enabled: z.boolean(),
    enabled_at: timestamp.nullable(),
    /** Whether codes of an authenticator app work. Without one, a passkey is the second factor. */
    app: z.boolean(),
    recovery_codes_left: z.int(),
  })
  .meta({ id: 'TwoFactor' });
export type TwoFactor = z.output<typeof state>;

const recoveryCodes = z.object({ recovery_codes: z.array(z.string()).length(limits.recoveryCodes) });

export const twoFactor = {
  get: endpoint({
    method: 'GET',
    path: '/user/two-factor',
    access: 'verified',
    summary: 'Whether two-factor authentication is on, and how many recovery codes are left',
    data: state,
  }),
  begin: endpoint({
    method: 'POST',
    path: '/user/two-factor',
    access: 'verified',
    summary: 'Start the set-up: a secret for the authenticator app, which counts for nothing until a code confirms it',
    body: z.strictObject({ current_password: password }),
    data: z.object({
      secret: z.string(),
      /** The same secret for a QR code. */
      uri: z.string(),
    }),
    errors: ['validation_failed', 'conflict'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/user/two-factor/confirmed',
    access: 'verified',
    summary: `Turn two-factor authentication on with a code of the app; ends every other session. The answer is the only one with the ${limits.recoveryCodes} recovery codes`,
    body: z.strictObject({ code }),
    data: recoveryCodes,
    errors: ['validation_failed', 'conflict'],
  }),
  usePasskey: endpoint({
    method: 'POST',
    path: '/user/two-factor/passkey',
    access: 'verified',
    summary: `Turn two-factor authentication on without an authenticator app; ends every other session. Needs the current password, and the answer of a passkey or one that was added in the last ${limits.passkeyMinutes} minutes. The answer is the only one with the ${limits.recoveryCodes} recovery codes`,
    body: z.strictObject({ current_password: password, passkey: passkeyAnswer.optional() }),
    data: recoveryCodes,
    errors: ['validation_failed', 'conflict'],
  }),
  renewCodes: endpoint({
    method: 'POST',
    path: '/user/two-factor/recovery-codes',
    access: 'verified',
    summary: 'New recovery codes in place of the old ones; needs the current password, and a code or a passkey',
    body: z.strictObject(proof),
    data: recoveryCodes,
    errors: ['validation_failed', 'conflict'],
  }),
  disable: endpoint({
    method: 'DELETE',
    path: '/user/two-factor',
    access: 'verified',
    summary: 'Turn two-factor authentication off; needs the current password, and a code or a passkey. Passkeys stay',
    body: z.strictObject(proof),
    data: success,
    errors: ['validation_failed', 'conflict'],
  }),
};
