import { type CallInput, passkeys } from '@sheaf/contract';
import { call } from '../../../lib/api/http.ts';
import { answerWithPasskey, createPasskey } from '../../../lib/browser/passkeys.ts';

/** Asks the person for one of their passkeys, as proof of who they are. */
export async function askForPasskey() {
  const { data } = await call(passkeys.question);
  return answerWithPasskey(data.options);
}

/** Proves the person’s identity, has the browser create a passkey, and stores it. */
export async function createOwnPasskey(proof: CallInput<typeof passkeys.options>['body']) {
  const { data } = await call(passkeys.options, { body: proof });
  const response = await createPasskey(data.options);
  return (await call(passkeys.create, { body: { name: deviceName(), response } })).data;
}

/** The default name, by which the person recognizes the passkey. */
function deviceName(): string {
  const { userAgent } = navigator;
  const known = [
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Android/, 'Android'],
    [/Mac OS/, 'Mac'],
    [/Windows/, 'Windows'],
    [/Linux/, 'Linux'],
  ] as const;
  return known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Passkey';
}
