import { z } from 'zod';
import { password, required, text } from '../calls/fields.ts';

/** Fields as browsers and @simplewebauthn name them: JSON of the Web Authentication standard, in base64url. */
const bytes = (max: number) => text(max).regex(/^[\w-]+$/, 'Must be base64url');

const passkeyParts = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  /** Nothing in it is used. */
  clientExtensionResults: z.object({}).default({}),
};

/** The standard's options for the browser: PublicKeyCredentialRequestOptionsJSON. */
export const passkeyQuestion = z.object({ options: z.looseObject({ challenge: z.string() }) });

/** The browser's answer: AuthenticationResponseJSON. */
export const passkeyAnswer = z.object({
  ...passkeyParts,
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle: bytes(200).optional(),
  }),
});

/** The browser's answer to the creation of a passkey: RegistrationResponseJSON. */
export const newPasskeyAnswer = z.object({
  ...passkeyParts,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(12_000),
    transports: z.array(text(40)).max(10).optional(),
  }),
});

/**
 * Changing how somebody signs in needs the password and, while two-factor authentication is on, also a code of the
 * authenticator app, a recovery code, or the answer of one of their passkeys to `passkeys.question`.
 */
export const proof = { current_password: password, code: required(64).optional(), passkey: passkeyAnswer.optional() };
