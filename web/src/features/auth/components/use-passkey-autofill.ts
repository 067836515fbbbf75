import { auth, limits } from '@sheaf/contract';
import { useEffect } from 'react';
import { call } from '../../../lib/api/http.ts';
import { offerPasskeys, offersPasskeys, stopAskingForPasskeys } from '../../../lib/browser/passkeys.ts';
import { signInWith } from '../api/second-step.ts';

/** A challenge expires; before that the browser gets another. */
const RENEW_MS = (limits.passkeyMinutes - 1) * 60_000;

/**
 * Has browsers that can offer passkeys in the list that opens at the email field. Whatever fails here fails silently: the
 * person has asked for nothing, and the button says what is wrong.
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
