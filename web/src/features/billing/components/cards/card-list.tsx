import { Badge, Button, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { Card } from '@sheaf/contract';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { LoadFailed } from '../../../../ui/feedback/load-failed.tsx';
import { toast } from '../../../../ui/feedback/toast.ts';
import { ListSkeleton } from '../../../../ui/lists/list-skeleton.tsx';
import { cardsQuery, makePrimary, removeCard } from '../../api/cards.ts';
import { cardText } from '../../card-texts.ts';
import { openCardForm } from '../../provider.ts';
import { CardLine } from './card-line.tsx';
import classes from './cards.module.css';

/** The cards of the workspace; owners add, remove and choose the primary one. */
export function CardList({ mayManage }: { mayManage: boolean }) {
  const { data: cards, isError, refetch } = useQuery(cardsQuery());
  if (!cards) {
    return isError ? <LoadFailed what="the cards" retry={() => void refetch()} /> : <ListSkeleton rows={1} />;
  }
  return (
    <>
      {cards.length === 0 ? (
        <Text c="dimmed">No saved cards yet.</Text>
      ) : (
        <ul className="framed lined" aria-label="Cards">
          {cards.map((card) => (
            <li key={card.id} className={classes.card}>
              <CardLine card={card} />
              {card.primary ? (
                <Badge variant="light" tt="none" fw={550}>
                  Primary
                </Badge>
              ) : null}
              {mayManage ? <CardActions card={card} /> : null}
            </li>
          ))}
        </ul>
      )}
      {mayManage ? (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
            onClick={() => openCardForm('/plans')}
          >
            Add new card
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** Buttons rather than a menu, because with two cards one is often the wrong one. */
function CardActions({ card }: { card: Card }) {
  const { mutate: choose, isPending: isChoosing } = useMutation(makePrimary);
  const { mutateAsync: remove } = useMutation(removeCard);
  const name = cardText(card);
  const askToRemove = () =>
    modals.openConfirmModal({
      title: 'Remove this card?',
      children: `${name} is removed here and at the payment provider. Past payments stay in the list.`,
      labels: { confirm: 'Remove card', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      // By then the card and these buttons are gone. A failure is reported as usual.
      onConfirm: () =>
        void remove(card.id).then(
          () => toast.success(`${name} removed`),
          () => {},
        ),
    });
  return (
    <div className={classes.actions}>
      {card.primary ? null : (
        <Button
          variant="default"
          size="xs"
          aria-label={`Make primary: ${name}`}
          loading={isChoosing}
          onClick={() => choose(card.id, { onSuccess: () => toast.success(`${name} is the primary card`) })}
        >
          Make primary
        </Button>
      )}
      <Button
        variant="subtle"
        color="red"
        c="var(--mantine-color-error)"
        size="xs"
        aria-label={`Remove ${name}`}
        onClick={askToRemove}
      >
        Remove
      </Button>
    </div>
  );
}
