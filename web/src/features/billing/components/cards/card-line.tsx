import { VisuallyHidden } from '@mantine/core';
import type { Card } from '@sheaf/contract';
import { IconCreditCard } from '@tabler/icons-react';
import { brandName, expiryText, isExpired } from '../../card-texts.ts';
import classes from './cards.module.css';

/** ‘Visa •••• 4242’, with the expiry date and the holder’s name below. */
export function CardLine({ card }: { card: Card }) {
  const expired = isExpired(card);
  return (
    <>
      <span className={`centered rigid dimmed ${classes.icon}`}>
        <IconCreditCard size={20} stroke={1.5} aria-hidden />
      </span>
      <span className="grow stack">
        <span className="strong numeric">
          {brandName(card.brand)} <span aria-hidden>••••</span>
          <VisuallyHidden>ending in</VisuallyHidden> {card.last4}
        </span>
        <span className={`ellipsis dimmed small ${classes.detail}`} data-expired={expired || undefined}>
          {expired ? 'Expired' : 'Expires'} {expiryText(card)}
          {card.name ? ` · ${card.name}` : ''}
        </span>
      </span>
    </>
  );
}
