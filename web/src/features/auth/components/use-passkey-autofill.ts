import { auth, limits } from '@sheaf/contract';
import { useEffect } from 'react';
import { call } from '../../../lib/api/http.ts';
import { offerPasskeys, offersPasskeys, stopAskingForPasskeys } from '../../../lib/browser/passkeys.ts';
import { signInWith } from '../api/second-step.ts';

/** The browser gets a new challenge before the last one expires. */
const RENEW_MS = (limits.passkeyMinutes - 1) * 60_000;

/**
 * Makes browsers that can offer passkeys in the list of the email field. Failures are silent: the person has asked for
 * nothing, and the button reports what is wrong.
 */
export function usePasskeyAutofill(enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return;
    const left = new AbortController();
    const offer = async () => {
      if (!(await offersPasskeys()) || left.signal.aborted) return;
      const { data } = await call(auth.passkeyOptions, { body: {}, signal: left.signal });
      const answer = await offerPasskeys(data.options);
      if (!left.signal.aborted) await signInWith(answer);
    };
    const quietly = () => void offer().catch(() => {});
    quietly();
    const timer = setInterval(quietly, RENEW_MS);
    return () => {
      left.abort();
      clearInterval(timer);
      void offersPasskeys().then((offered) => (offered ? stopAskingForPasskeys() : undefined));
    };
  }, [enabled]);
}
