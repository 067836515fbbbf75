import { useQuery } from '@tanstack/react-query';
import { onboardingQuery } from '../../features/onboarding/api/onboarding.ts';
import { useBilling } from '../billing/use-billing.ts';

/** The plan chosen in the guide that is still to be paid for; null: there is nothing to pay. */
export function usePlanChoice() {
  const { data } = useQuery(onboardingQuery());
  const { subscription } = useBilling();
  const choice = data?.choice;
  if (!choice || choice.plan === 'free') return null;
  const isPaid = subscription.plan === choice.plan && subscription.payment?.interval === choice.interval;
  return isPaid ? null : choice;
}
