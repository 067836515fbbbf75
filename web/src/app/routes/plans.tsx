import { useSuspenseQuery } from '@tanstack/react-query';
import { organizationInfoQuery } from '../../features/organizations/api/organizations.ts';
import { PlanSummary } from '../../features/organizations/components/plan-summary.tsx';
import { Section } from '../../ui/section.tsx';

export function Page() {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  return (
    <>
      <Section title="Plan" description="What this workspace may use.">
        <PlanSummary subscription={info.subscription} />
      </Section>
      <Section title="Billing" description="No cards are saved and nothing was paid. The Free plan costs nothing.">
        {null}
      </Section>
    </>
  );
}
