import { ApiError, type Card, type Subscription } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { makePrimary } from '../../api/cards.ts';
import { changePlan, type PlanChoice } from '../../api/subscription.ts';

/** Changes the plan, paid with this card; it becomes the primary one first. What was refused is in `problem`. */
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
      // Nothing can be paid any more: the page is about to be left.
      onChanged(await change(choice));
    } catch (error) {
      setPaying(false);
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    }
  };
  return { pay, paying, problem };
}
