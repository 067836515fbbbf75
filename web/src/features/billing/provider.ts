import type { Stripe, StripeConstructor } from '@stripe/stripe-js';
import { queryOptions, skipToken } from '@tanstack/react-query';

/** The only page whose policy lets the provider's script run. It is entered and left by loading a document. */
const CARD_PAGE = '/plans/card';

/** Goes to the card form, which returns to this path of the app. */
export function openCardForm(returnTo: string): void {
  window.location.assign(`${CARD_PAGE}?return=${encodeURIComponent(returnTo)}`);
}

/** Whether the browser loaded the card page itself: a page that was only navigated to has the policy of another. */
export function isCardDocument(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return !loaded || new URL(loaded.name).pathname === CARD_PAGE;
}

interface Provider {
  script_url: string;
  publishable_key: string;
}

/** The provider’s script, loaded once per page, as soon as the provider is known. */
export const providerQuery = (provider: Provider | undefined) =>
  queryOptions({
    queryKey: ['payment-provider', provider?.script_url, provider?.publishable_key],
    queryFn: provider ? () => loadProvider(provider) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    // The result is a live object with functions, not data to compare.
    structuralSharing: false,
    meta: { quiet: true },
  });

async function loadProvider({ script_url, publishable_key }: Provider): Promise<Stripe> {
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = script_url;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(UNREACHABLE)));
    document.head.append(script);
  });
  // The script puts its constructor on the window.
  const { Stripe: start } = window as { Stripe?: StripeConstructor };
  if (!start) throw new Error(UNREACHABLE);
  return start(publishable_key);
}

const UNREACHABLE =
  'Couldn’t load the card form. Check your connection, and allow the payment provider if you block scripts.';
