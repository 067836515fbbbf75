import { auth, type CallInput } from '@sheaf/contract';
import { mutationOptions } from '@tanstack/react-query';
import { call, session } from '../../../lib/api/http.ts';
import { answerWithPasskey } from '../../../lib/browser/passkeys.ts';

export const finishSignIn = mutationOptions({
  mutationFn: async (input: CallInput<typeof auth.twoFactor>) => (await call(auth.twoFactor, input)).data,
  onSuccess: (data) => session.start(data.auth.token),
});

type PasskeyAnswer = Awaited<ReturnType<typeof answerWithPasskey>>;

/** Signs in with the browser’s answer; with a token, as the second step of that sign-in. */
export async function signInWith(response: PasskeyAnswer, token?: string) {
  const { data } = await call(auth.passkey, { body: { response, token } });
  session.start(data.auth.token);
}

/**
 * Signs in with a passkey: with a token, as the second step of that sign-in; without, in place of password and code.
 */
export const signInWithPasskey = mutationOptions({
  mutationFn: async (token?: string) => {
    const { data } = await call(auth.passkeyOptions, { body: { token } });
    await signInWith(await answerWithPasskey(data.options), token);
  },
  meta: { errorShownInPlace: true },
});
