import type { auth, Received } from '@sheaf/contract';
import type { Executor } from '../../../db/pool.ts';
import type { Services } from '../../../services.ts';
import { newChallenge, spendChallenge } from './challenges.ts';
import { findCredential, listPasskeys, noteUse } from './passkeys.queries.ts';
import { mustHavePasskeys, relyingParty, webAuthn } from './relying-party.ts';

export type PasskeyAnswer = Received<typeof auth.passkey>['body']['response'];

/** Options for any passkey, or for one of this person's as their second factor. */
export async function askForPasskey(services: Services, userId: string | null) {
  mustHavePasskeys(services);
  const purpose = userId ? 'second_step' : 'sign_in';
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(services).id,
    challenge: await newChallenge(services.db, { purpose, userId }),
    allowCredentials: userId
      ? (await listPasskeys(services.db, userId)).map(({ credential_id: id, transports }) => ({ id, transports }))
      : undefined,
    userVerification: 'required',
  });
  return { options: { ...options } };
}

/**
 * The owner of the passkey that answered our challenge, at this origin and with user verification by the device (a
 * fingerprint, a face, a PIN). Null if the answer is invalid or, with `expected`, another person's; a failed
 * verification is logged.
 */
export async function checkPasskey(
  services: Services,
  answer: PasskeyAnswer,
  expected: string | null,
): Promise<{ userId: string; spend(tx: Executor): Promise<boolean> } | null> {
  const { db, log } = services;
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(services);
  const known = await findCredential(db, answer.id);
  const isTheirs = known && known.user_id === (expected ?? known.user_id);
  const handle = answer.response.userHandle;
  if (!isTheirs || (handle && Buffer.from(handle, 'base64url').toString() !== known.user_id)) return null;
  try {
    const { verifyAuthenticationResponse } = await webAuthn();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: (challenge) =>
        spendChallenge(db, challenge, { purpose: expected ? 'second_step' : 'sign_in', userId: expected }),
      expectedOrigin,
      expectedRPID,
      credential: { id: known.credential_id, publicKey: new Uint8Array(known.public_key), counter: known.counter },
      requireUserVerification: true,
    });
    if (!verified) return null;
    return { userId: known.user_id, spend: (tx) => noteUse(tx, known.id, authenticationInfo.newCounter) };
  } catch (error) {
    log.info({ err: error, user: known.user_id, passkey: known.id }, 'answer of a passkey refused');
    return null;
  }
}
