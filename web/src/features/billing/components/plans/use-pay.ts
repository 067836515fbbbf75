import { ApiError, type Card, type Subscription } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { makePrimary } from '../../api/cards.ts';
import { changePlan, type PlanChoice } from '../../api/subscription.ts';

/** Changes the plan and pays with this card, which becomes the primary one first. A refusal is in `problem`. */
export function usePay(onChanged: (subscription: Subscription) => void) {
  const { mutateAsync: choose } = useMutation(makePrimary);
  const { mutateAsync: change } = useMutation(changePlan);
  const [paying, setPaying] = useState(false);
  const [problem, setProblem] = useState<ApiError>();

  const pay = async (choice: PlanChoice, card: Card | undefined) => {
    setPaying(true);
    setProblem(undefined);
    try {
      if (card && !card.primary) await choose(card.id);
      // The page is about to be left, so `paying` stays true.
      onChanged(await change(choice));
    } catch (error) {
      setPaying(false);
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    }
  };
  return { pay, paying, problem };
}
