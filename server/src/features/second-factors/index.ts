export { deleteAllFactors, deleteExpiredChallenges } from './delete-factors.ts';
export { countGuess, resetGuesses } from './guess-limit.ts';
export { addPasskey, askForNewPasskey } from './passkeys/add-passkey.ts';
export {
  deletePasskey,
  hasNewPasskey,
  listPasskeys,
  lockPasskeys,
  type PasskeyRow,
  renamePasskey,
} from './passkeys/passkeys.queries.ts';
export { hasPasskeys } from './passkeys/relying-party.ts';
export { askForPasskey, checkPasskey, type PasskeyAnswer } from './passkeys/use-passkey.ts';
export { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
export { countUnreadableApps, sealedApps } from './sealed.ts';
export {
  beginTwoFactor,
  deleteFactorsSince,
  spendSecondFactor,
  turnOffTwoFactor,
  turnOnTwoFactor,
  turnOnWithoutApp,
  twoFactorOf,
} from './two-factor.ts';
