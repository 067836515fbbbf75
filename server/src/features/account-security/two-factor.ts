import type { TwoFactor } from '@sheaf/contract';
import type { Executor } from '../../db/pool.ts';
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
  hasNewPasskey,
  lockPasskeys,
  type PasskeyAnswer,
  replaceRecoveryCodes,
  resetGuesses,
  twoFactorOf as secondFactorOf,
  turnOffTwoFactor,
  turnOnTwoFactor,
  turnOnWithoutApp,
} from '../second-factors/index.ts';
import { recoveryCodesRenewedMail, twoFactorOffMail, twoFactorOnMail } from './account-security.mails.ts';
import { guesserHere, ownPasskey, type Proof, withProof, wrongCode } from './prove.ts';

const alreadyOn = () => new AppError('conflict', 'Two-factor authentication is already on.');
const isOff = () => new AppError('conflict', 'Two-factor authentication is off.');

export async function twoFactorOf({ db }: Services, viewer: Viewer): Promise<TwoFactor> {
  const on = await secondFactorOf(db, viewer.id);
  return {
    enabled: on !== null,
    enabled_at: on?.since.toISOString() ?? null,
    app: on?.hasApp ?? false,
    recovery_codes_left: on ? await countRecoveryCodes(db, viewer.id) : 0,
  };
}

/** Needs the current password, since the second factor decides who can sign in from then on. */
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

/** Ends every other session, since those started without a second factor. */
export async function confirmSetUp(
  services: Services,
  viewer: Viewer,
  code: string,
): Promise<{ recovery_codes: string[] }> {
  const { db, keys, log } = services;
  if (await secondFactorOf(db, viewer.id)) throw alreadyOn();
  await countGuess(db, guesserHere(viewer));
  const recovery_codes = await db.transaction().execute(async (tx) => {
    const codes = await turnOnTwoFactor(tx, keys, viewer.id, code);
    if (!codes) throw wrongCode();
    await notifyTurnedOn(tx, services, viewer, 'app');
    return codes;
  });
  await resetGuesses(db, guesserHere(viewer));
  log.info({ user: viewer.id }, 'two-factor authentication turned on');
  return { recovery_codes };
}

const noPasskey = () =>
  new AppError(
    'conflict',
    'Add a passkey first, or confirm with one you have. Then turn on two-factor authentication.',
  );

/** Turns it on without an authenticator app. The passkey is at hand: it answers now or was added a moment ago. */
export async function turnOnWithPasskey(
  services: Services,
  viewer: Viewer,
  { current_password, passkey }: { current_password: string; passkey?: PasskeyAnswer | undefined },
): Promise<{ recovery_codes: string[] }> {
  const { db, log } = services;
  await checkCurrentPassword(services, viewer, current_password);
  if (await secondFactorOf(db, viewer.id)) throw alreadyOn();
  const spend = passkey && (await ownPasskey(services, viewer, passkey));
  const recovery_codes = await db.transaction().execute(async (tx) => {
    await lockPasskeys(tx, viewer.id);
    if (spend) await spend(tx);
    else if (!(await hasNewPasskey(tx, viewer.id))) throw noPasskey();
    const codes = await turnOnWithoutApp(tx, viewer.id);
    if (!codes) throw alreadyOn();
    await notifyTurnedOn(tx, services, viewer, 'passkey');
    return codes;
  });
  log.info({ user: viewer.id }, 'two-factor authentication turned on with a passkey');
  return { recovery_codes };
}

async function notifyTurnedOn(
  tx: Executor,
  { config }: Services,
  viewer: Viewer,
  method: 'app' | 'passkey',
): Promise<void> {
  await endSessions(tx, viewer.id, sessionIdOf(viewer));
  const name = method === 'app' ? 'Authenticator app' : 'Passkey';
  await auditPerson(tx, viewer, { action: 'two_factor_on', details: { method: name } });
  await sendMail(tx, viewer.email, twoFactorOnMail(viewer.name, method, config.publicUrl));
}

export async function renewRecoveryCodes(
  services: Services,
  viewer: Viewer,
  proof: Proof,
): Promise<{ recovery_codes: string[] }> {
  const { db, config, log } = services;
  if (!(await secondFactorOf(db, viewer.id))) throw isOff();
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
  if (!(await secondFactorOf(db, viewer.id))) throw isOff();
  await withProof(services, viewer, proof, async (tx) => {
    await turnOffTwoFactor(tx, viewer.id);
    await auditPerson(tx, viewer, { action: 'two_factor_off' });
    await sendMail(tx, viewer.email, twoFactorOffMail(viewer.name, config.publicUrl));
  });
  log.info({ user: viewer.id }, 'two-factor authentication turned off');
}
