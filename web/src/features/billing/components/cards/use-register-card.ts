import { ApiError } from '@sheaf/contract';
import type { Stripe, StripeCardNumberElement } from '@stripe/stripe-js';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { addCard } from '../../api/cards.ts';

interface CardIntent {
  client_secret: string;
  register_intent_id: string;
}

interface CardToRegister {
  stripe: Stripe;
  intent: CardIntent;
  number: StripeCardNumberElement;
  onAdded(): void;
}

/** Registers the card with the provider, which may ask its holder to confirm, and then saves it here. */
export function useRegisterCard({ stripe, intent, number, onAdded }: CardToRegister) {
  const { mutateAsync: add } = useMutation(addCard);
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  /** The provider registers a card once: if only saving it here failed, only that is tried again. */
  const registered = useRef(false);

  const save = async (name: string, primary: boolean) => {
    setSaving(true);
    setProblem(undefined);
    try {
      if (!registered.current) {
        const { error } = await stripe.confirmCardSetup(intent.client_secret, {
          payment_method: { card: number, billing_details: { name } },
        });
        if (error) throw new ProviderError(error.message ?? 'The card couldn’t be saved. Try another one.');
        registered.current = true;
      }
      await add({ register_intent_id: intent.register_intent_id, primary });
      onAdded();
    } catch (error) {
      setSaving(false);
      if (error instanceof ProviderError || error instanceof ApiError) setProblem(error.message);
      else throw error;
    }
  };
  return { save, saving, problem };
}

class ProviderError extends Error {
  override name = 'ProviderError';
}
