import type { TwoFactor } from '@sheaf/contract';
import { AppError } from '../../errors.ts';
import { sessionIdOf, type Viewer } from '../../http/viewer.ts';
import { sendMail } from '../../jobs/send-mail.ts';
import type { Services } from '../../services.ts';
import { auditPerson } from '../audit/index.ts';
import { checkCurrentPassword, endSessions } from '../auth/index.ts';
import {
  beginTwoFactor,
  countGuess,
  countRecoveryCodes,
  forgetGuess,
  replaceRecoveryCodes,
  turnOffTwoFactor,
  turnOnTwoFactor,
  twoFactorSince,
} from '../second-factors/index.ts';
import { recoveryCodesRenewedMail, twoFactorOffMail, twoFactorOnMail } from './account-security.mails.ts';
import { guesserHere, type Proof, withProof, wrongCode } from './prove.ts';

const alreadyOn = () => new AppError('conflict', 'Two-factor authentication is already on.');
const isOff = () => new AppError('conflict', 'Two-factor authentication is off.');

export async function twoFactorOf({ db }: Services, viewer: Viewer): Promise<TwoFactor> {
  const since = await twoFactorSince(db, viewer.id);
  return {
    enabled: since !== null,
    enabled_at: since?.toISOString() ?? null,
    recovery_codes_left: since ? await countRecoveryCodes(db, viewer.id) : 0,
  };
}

/** Needs the current password: whoever turns it on decides who can sign in from then on. */
export async function beginSetUp(
  services: Services,
  viewer: Viewer,
  { current_password }: { current_password: string },
): Promise<{ secret: string; uri: string }> {
  await checkCurrentPassword(services, viewer, current_password);
  const begun = await beginTwoFactor(services, viewer);
  if (!begun) throw alreadyOn();
  return begun;
}

/** Ends every other session: they began without a second factor. */
export async function confirmSetUp(
  services: Services,
  viewer: Viewer,
  code: string,
): Promise<{ recovery_codes: string[] }> {
  const { db, keys, config, log } = services;
  if (await twoFactorSince(db, viewer.id)) throw alreadyOn();
  await countGuess(db, guesserHere(viewer));
  const recovery_codes = await db.transaction().execute(async (tx) => {
    const codes = await turnOnTwoFactor(tx, keys, viewer.id, code);
    if (!codes) throw wrongCode();
    await endSessions(tx, viewer.id, sessionIdOf(viewer));
    await auditPerson(tx, viewer, { action: 'two_factor_on' });
    await sendMail(tx, viewer.email, twoFactorOnMail(viewer.name, config.publicUrl));
    return codes;
  });
  await forgetGuess(db, guesserHere(viewer));
  log.info({ user: viewer.id }, 'two-factor authentication turned on');
  return { recovery_codes };
}

export async function renewRecoveryCodes(
  services: Services,
  viewer: Viewer,
  proof: Proof,
): Promise<{ recovery_codes: string[] }> {
  const { db, config, log } = services;
  if (!(await twoFactorSince(db, viewer.id))) throw isOff();
  const recovery_codes = await withProof(services, viewer, proof, async (tx) => {
    await auditPerson(tx, viewer, { action: 'recovery_codes_renewed' });
    await sendMail(tx, viewer.email, recoveryCodesRenewedMail(viewer.name, config.publicUrl));
    return replaceRecoveryCodes(tx, viewer.id);
  });
  log.info({ user: viewer.id }, 'recovery codes renewed');
  return { recovery_codes };
}

export async function turnOff(services: Services, viewer: Viewer, proof: Proof): Promise<void> {
  const { db, config, log } = services;
  if (!(await twoFactorSince(db, viewer.id))) throw isOff();
  await withProof(services, viewer, proof, async (tx) => {
    await turnOffTwoFactor(tx, viewer.id);
    await auditPerson(tx, viewer, { action: 'two_factor_off' });
    await sendMail(tx, viewer.email, twoFactorOffMail(viewer.name, config.publicUrl));
  });
  log.info({ user: viewer.id }, 'two-factor authentication turned off');
}
