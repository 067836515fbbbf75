import { Alert, Button, Skeleton, Text, Title } from '@mantine/core';
import type { Subscription } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatMoney } from '../../../../lib/format/money.ts';
import { planNames } from '../../../../lib/format/names.ts';
import { cardsQuery } from '../../api/cards.ts';
import { addressQuery } from '../../api/payments.ts';
import { type PlanChoice, previewQuery } from '../../api/subscription.ts';
import { openCardForm } from '../../provider.ts';
import { CardChoice } from '../cards/card-choice.tsx';
import { AddressForm } from '../payments/address-form.tsx';
import { CostTable } from './cost-table.tsx';
import { ExceededList } from './exceeded-list.tsx';
import classes from './plan-review.module.css';
import { usePay } from './use-pay.ts';

interface PlanReviewProps {
  choice: PlanChoice;
  subscription: Subscription;
  /** The path to return to after adding a card. */
  returnTo: string;
  onChanged(subscription: Subscription): void;
  renderButtons(state: { label: string; disabled: boolean; paying: boolean; submit(): void }): ReactNode;
}

/** Shows what a change costs now and later, the card that pays for it, and what prevents it. */
export function PlanReview({ choice, subscription, returnTo, onChanged, renderButtons }: PlanReviewProps) {
  const { pay, paying, problem } = usePay(onChanged);
  const { data: preview, error, isFetching, refetch } = useQuery({ ...previewQuery(choice), enabled: !paying });
  const { data: cards } = useQuery(cardsQuery());
  const needsAddress = subscription.payment?.address_required === true;
  const { data: address } = useQuery({ ...addressQuery(), enabled: needsAddress });
  const [picked, setPicked] = useState<string>();

  if (error && !preview) {
    return (
      <Alert color="red" variant="light" role="alert" title="Couldn’t load the price">
        <Text mb="sm">{error.message}</Text>
        <Button size="xs" variant="default" loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </Alert>
    );
  }
  if (!preview || !cards || (needsAddress && address === undefined)) return <Placeholder />;

  const costs = preview.due_now > 0 || preview.next_amount > 0;
  const card = cards.find(({ id }) => id === picked) ?? cards.find(({ primary }) => primary) ?? cards[0];
  const blocked = preview.exceeded.length > 0;
  const label =
    preview.due_now > 0
      ? `Pay ${formatMoney(preview.due_now, { currency: preview.currency })}`
      : `Change to ${planNames[choice.plan]}`;
  return (
    <div className={classes.review}>
      {blocked ? <ExceededList plan={choice.plan} exceeded={preview.exceeded} /> : null}
      {blocked ? null : (
        <section aria-labelledby="costs">
          <Title order={2} size="h3" id="costs" mb="sm">
            Summary
          </Title>
          <CostTable choice={choice} preview={preview} periodEnd={subscription.payment?.period_end ?? null} />
        </section>
      )}
      {costs && !blocked ? (
        <section aria-labelledby="pay-with">
          <Title order={2} size="h3" id="pay-with" mb="sm">
            Pay with
          </Title>
          <CardChoice
            cards={cards}
            chosen={card?.id}
            onChoose={setPicked}
            onAdd={() => openCardForm(returnTo)}
            needed
          />
        </section>
      ) : null}
      {costs && !blocked && needsAddress && !address ? (
        <section aria-labelledby="billing-address">
          <Title order={2} size="h3" id="billing-address" mb="sm">
            Billing details
          </Title>
          <AddressForm address={null} />
        </section>
      ) : null}
      {problem ? (
        <Alert color="red" variant="light" role="alert" title={titleOf(problem.code)}>
          {problem.message}
        </Alert>
      ) : null}
      {renderButtons({
        label,
        paying,
        disabled: blocked || (costs && !card) || (costs && needsAddress && !address),
        submit: () => void pay(choice, costs ? card : undefined),
      })}
    </div>
  );
}

const titleOf = (code: string) => (code === 'payment_failed' ? 'The payment didn’t go through' : undefined);

function Placeholder() {
  return (
    <div className={classes.review} role="status" aria-label="Loading">
      <Skeleton height={24} width={120} />
      <Skeleton height={132} radius={10} />
      <Skeleton height={64} radius={10} />
    </div>
  );
}
