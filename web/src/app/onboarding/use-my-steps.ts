import { useSuspenseQuery } from '@tanstack/react-query';
import { stepsFor } from '../../features/onboarding/steps.ts';
import { organizationInfoQuery } from '../../features/organizations/api/organizations.ts';

/** The steps of the guide that concern the person in this workspace. */
export function useMySteps(): number[] {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  return stepsFor(info.role, info.subscription.billing !== 'off');
}
