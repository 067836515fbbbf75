import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cardsQuery, makePrimary } from '../../../features/billing/api/cards.ts';
import { CardChoice } from '../../../features/billing/components/cards/card-choice.tsx';
import { openCardForm } from '../../../features/billing/provider.ts';
import { StepActions } from '../../../features/onboarding/components/step-actions.tsx';
import { StepFrame } from '../../../features/onboarding/components/step-frame.tsx';
import { stepNumbers } from '../../../features/onboarding/steps.ts';
import type { Step } from '../../../features/onboarding/use-step.ts';
import { ListSkeleton } from '../../../ui/lists/list-skeleton.tsx';
import { usePlanChoice } from '../../onboarding/use-plan-choice.ts';

export function CardStep({ step, mine, complete, skip }: Step) {
  const { data: cards } = useQuery(cardsQuery());
  const { mutate: choose, isPending } = useMutation(makePrimary);
  const [picked, setPicked] = useState<string>();
  const toPay = usePlanChoice() !== null;
  const card = cards?.find(({ id }) => id === picked) ?? cards?.find(({ primary }) => primary) ?? cards?.[0];
  const save = () => {
    if (card && !card.primary) choose(card.id, { onSuccess: () => complete() });
    else complete();
  };
  return (
    <StepFrame
      step={step}
      mine={mine}
      lead={
        toPay
          ? 'The card your plan is paid with. Nothing is charged in this step.'
          : 'You only need a card for paid plans. You can add one now or later.'
      }
    >
      {cards ? (
        <CardChoice
          cards={cards}
          chosen={card?.id}
          needed={toPay}
          onChoose={setPicked}
          onAdd={() => openCardForm(`/onboarding?step=${stepNumbers.card}`)}
        />
      ) : (
        <ListSkeleton rows={1} />
      )}
      <StepActions onContinue={save} loading={isPending} disabled={toPay && !card} onSkip={skip} />
    </StepFrame>
  );
}
