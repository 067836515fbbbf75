import { Text } from '@mantine/core';
import { may } from '@sheaf/contract';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { onboardingQuery } from '../../../features/onboarding/api/onboarding.ts';
import { neededSteps, noProgress, stateOf, steps } from '../../../features/onboarding/steps.ts';
import { accountsQuery } from '../../../features/sources/api/accounts.ts';
import { accountText } from '../../../lib/format/account-title.ts';
import { planNames } from '../../../lib/format/names.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ButtonLink, TextLink } from '../../../ui/navigation/links.tsx';
import { SourceIcon } from '../../../ui/source-icons/source-icon.tsx';
import { useBilling } from '../../billing/use-billing.ts';
import { useServerNews } from '../../use-server-news.ts';
import classes from './onboarding.module.css';

/** Lists what was set up and what is left, and leads to the Directory. */
export function FinishStep({ mine }: { mine: readonly number[] }) {
  const { subscription, role } = useBilling();
  const { data = noProgress } = useQuery(onboardingQuery());
  const open = neededSteps(mine, data.choice).filter((step) => stateOf(data.steps, step) !== 'completed');
  return (
    <>
      <EmptyState
        order={1}
        icon={IconCircleCheck}
        title="You’re all set"
        action={<ButtonLink to="/directory">Go to Directory</ButtonLink>}
      >
        {subscription.billing === 'off'
          ? 'Your workspace is ready. '
          : `Your workspace is ready, on the ${planNames[subscription.plan]} plan. `}
        You can change all of this later in Settings.
      </EmptyState>
      <div className={classes.summary}>
        {may(role, 'sources.own') ? <Connected /> : null}
        {open.length > 0 ? (
          <section>
            <Text fw={550} ta="center">
              Not done yet
            </Text>
            <ul className={classes.open}>
              {open.map((step) => (
                <li key={step}>
                  <TextLink to="/onboarding" search={{ step }}>
                    {steps[step - 1]}
                  </TextLink>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </div>
    </>
  );
}

function Connected() {
  const { data: accounts = [] } = useQuery(accountsQuery());
  useServerNews();
  if (accounts.length === 0) return null;
  return (
    <section>
      <Text fw={550} ta="center">
        Connected
      </Text>
      <ul className={classes.connected}>
        {accounts.map((account) => (
          <li key={account.id}>
            <SourceIcon slug={account.slug} size={28} />
            <Text truncate>{accountText(account, account.source)}</Text>
          </li>
        ))}
      </ul>
    </section>
  );
}
