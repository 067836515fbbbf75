import { Button, Radio, Stack, Text } from '@mantine/core';
import type { Card } from '@sheaf/contract';
import { IconPlus } from '@tabler/icons-react';
import { CardLine } from './card-line.tsx';
import classes from './cards.module.css';

interface CardChoiceProps {
  cards: readonly Card[];
  chosen: string | undefined;
  onChoose(id: string): void;
  onAdd(): void;
  /** A card is required to continue. */
  needed: boolean;
}

/** Which card to pay with. Paying with it makes it the primary card. */
export function CardChoice({ cards, chosen, onChoose, onAdd, needed }: CardChoiceProps) {
  return (
    <Stack gap="sm" align="stretch">
      {cards.length === 0 ? (
        <Text c="dimmed">No saved cards yet.{needed ? ' Add one to continue.' : ''}</Text>
      ) : (
        <Radio.Group aria-label="Card" value={chosen ?? ''} onChange={onChoose}>
          <div className="framed lined">
            {cards.map((card) => (
              // biome-ignore lint/a11y/noLabelWithoutControl: the control is Mantine's Radio
              <label key={card.id} className={classes.card}>
                <Radio value={card.id} />
                <CardLine card={card} />
              </label>
            ))}
          </div>
        </Radio.Group>
      )}
      <div>
        <Button
          variant={needed && cards.length === 0 ? 'filled' : 'default'}
          leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
          onClick={onAdd}
        >
          Add new card
        </Button>
      </div>
    </Stack>
  );
}
