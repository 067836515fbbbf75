import { ApiError } from '@sheaf/contract';

/** Browsers support passkeys at https addresses and on the local machine. */
export const knowsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function';

/** The library is loaded when a passkey is used, not with the page. */
const library = () => import('@simplewebauthn/browser');

/** The server’s question to the browser, in the JSON of the standard. */
interface Question {
  challenge: string;
}

/** Drops results of extensions, which nothing uses. */
const withoutExtensions = <T extends { clientExtensionResults: unknown }>(
  answer: T,
): Omit<T, 'clientExtensionResults'> => ({ ...answer, clientExtensionResults: undefined });

/** Asks the person for one of their passkeys. */
export async function answerWithPasskey(question: Question) {
  const { startAuthentication } = await library();
  const optionsJSON = question as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  return withoutExtensions(await startAuthentication({ optionsJSON }));
}

/** Asks the person to create a passkey. */
export async function createPasskey(question: Question) {
  const { startRegistration } = await library();
  const optionsJSON = question as Parameters<typeof startRegistration>[0]['optionsJSON'];
  return withoutExtensions(await startRegistration({ optionsJSON }));
}

/** Whether the browser offers passkeys where an email is typed. */
export async function offersPasskeys(): Promise<boolean> {
  return knowsPasskeys() && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false);
}

/** Makes the browser offer passkeys where an email is typed, until one is chosen or another question is asked. */
export async function offerPasskeys(question: Question) {
  const { startAuthentication } = await library();
  const optionsJSON = question as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  return withoutExtensions(await startAuthentication({ optionsJSON, useBrowserAutofill: true }));
}

/** Cancels the question. */
export async function stopAskingForPasskeys(): Promise<void> {
  const { WebAuthnAbortService } = await library();
  WebAuthnAbortService.cancelCeremony();
}

/** The message for a person whose passkey did not work. */
export function passkeyProblem(error: Error): string {
  if (error instanceof ApiError) return error.message;
  switch (error.name) {
    case 'NotAllowedError':
    case 'AbortError':
      return 'No passkey was used. Try again, or choose another way.';
    case 'InvalidStateError':
      return 'This device already has a passkey for your account.';
    case 'SecurityError':
      return 'Passkeys don’t work at this address. Open Sheaf at its usual address and try again.';
    default:
      return 'The passkey couldn’t be used. Try again.';
  }
}

/** Rethrows it as an error of a form, with a message for the person instead of the browser’s. */
export function asPasskeyProblem(error: Error): never {
  if (error instanceof ApiError) throw error;
  throw new ApiError(undefined, { code: 'passkey', message: passkeyProblem(error) });
}
