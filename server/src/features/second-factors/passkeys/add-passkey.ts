import { limits, type passkeys, type Received } from '@sheaf/contract';
import type { Executor } from '../../../db/pool.ts';
import { AppError, isUniqueViolation } from '../../../errors.ts';
import type { Services } from '../../../services.ts';
import { newChallenge, spendChallenge } from './challenges.ts';
import { countPasskeys, insertPasskey, listPasskeys, type PasskeyRow } from './passkeys.queries.ts';
import { mustHavePasskeys, relyingParty, webAuthn } from './relying-party.ts';

type NewPasskeyAnswer = Received<typeof passkeys.create>['body']['response'];

/** EdDSA, ES256 and RS256, which authenticators support. */
const supportedAlgorithmIDs = [-8, -7, -257];

const tooMany = () =>
  new AppError('conflict', `You already have ${limits.passkeysEach} passkeys. Remove one you no longer use.`);

/** Options for a discoverable passkey that verifies the person, so that it replaces a password. */
export async function askForNewPasskey(
  services: Services,
  { id, email, name }: { id: string; email: string; name: string },
) {
  mustHavePasskeys(services);
  const existing = await listPasskeys(services.db, id);
  if (existing.length >= limits.passkeysEach) throw tooMany();
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: 'Sheaf',
    rpID: relyingParty(services).id,
    userID: new Uint8Array(Buffer.from(id)),
    userName: email,
    userDisplayName: name,
    challenge: await newChallenge(services.db, { purpose: 'register', userId: id }),
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: existing.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { options: { ...options } };
}

/** Stores the passkey if the browser answered our challenge; `tell` runs in the same transaction. */
export async function addPasskey(
  services: Services,
  userId: string,
  { name, response }: { name: string; response: NewPasskeyAnswer },
  tell: (tx: Executor) => Promise<void>,
): Promise<PasskeyRow> {
  const { db } = services;
  const registered = await verify(services, userId, response);
  const { credential, credentialBackedUp } = registered;
  try {
    return await db.transaction().execute(async (tx) => {
      if ((await countPasskeys(tx, userId)) >= limits.passkeysEach) throw tooMany();
      await tell(tx);
      return insertPasskey(tx, userId, {
        name,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: response.response.transports ?? [],
        synced: credentialBackedUp,
      });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('conflict', 'This passkey was added before.');
    throw error;
  }
}

async function verify(services: Services, userId: string, response: NewPasskeyAnswer) {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(services);
  const refused = () =>
    new AppError('conflict', 'The passkey couldn’t be added. The request may have expired: try again.');
  try {
    const { verifyRegistrationResponse } = await webAuthn();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: (challenge) => spendChallenge(services.db, challenge, { purpose: 'register', userId }),
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs,
    });
    if (verified) return registrationInfo;
  } catch (error) {
    services.log.info({ err: error, user: userId }, 'new passkey refused');
  }
  throw refused();
}
