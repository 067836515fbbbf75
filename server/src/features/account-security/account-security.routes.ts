import { contract } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import { askForOwnPasskey, beginPasskey, changeName, createPasskey, passkeysOf, removePasskey } from './passkeys.ts';
import { beginSetUp, confirmSetUp, renewRecoveryCodes, turnOff, turnOnWithPasskey, twoFactorOf } from './two-factor.ts';

const { twoFactor, passkeys } = contract;

export const accountSecurityRoutes = [
  answer(twoFactor.get, ({ viewer }, services) => twoFactorOf(services, viewer)),
  answer(twoFactor.begin, ({ viewer, body }, services) => beginSetUp(services, viewer, body)),
  answer(twoFactor.confirm, ({ viewer, body }, services) => confirmSetUp(services, viewer, body.code)),
  answer(twoFactor.usePasskey, ({ viewer, body }, services) => turnOnWithPasskey(services, viewer, body)),
  answer(twoFactor.renewCodes, ({ viewer, body }, services) => renewRecoveryCodes(services, viewer, body)),
  answer(twoFactor.disable, ({ viewer, body }, services) => turnOff(services, viewer, body).then(done)),
  answer(passkeys.list, ({ viewer }, services) => passkeysOf(services, viewer)),
  answer(passkeys.options, ({ viewer, body }, services) => beginPasskey(services, viewer, body)),
  answer(passkeys.question, ({ viewer }, services) => askForOwnPasskey(services, viewer)),
  answer(passkeys.create, ({ viewer, body }, services) => createPasskey(services, viewer, body)),
  answer(passkeys.rename, ({ viewer, params, body }, services) => changeName(services, viewer, params.id, body.name)),
  answer(passkeys.remove, ({ viewer, params, body }, services) =>
    removePasskey(services, viewer, params.id, body).then(done),
  ),
];
