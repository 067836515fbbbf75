import { Text } from '@mantine/core';
import type { Transfer } from '@sheaf/contract';
import { IconArrowRight } from '@tabler/icons-react';
import { accountLine, accountTitle } from '../../../lib/format/account-title.ts';
import { SourceIcon } from '../../../ui/source-icons/source-icon.tsx';
import { destinationText } from '../transfer-text.ts';
import classes from './transfers.module.css';

/** The source and the destination of a transfer. */
export function RouteLine({ transfer }: { transfer: Pick<Transfer, 'from' | 'to'> }) {
  const { from, to } = transfer;
  return (
    <div className={classes.route}>
      <End place={from} title={accountTitle(from.account, from.source)} />
      <IconArrowRight size={20} stroke={1.7} role="img" aria-label="to" className={`dimmed ${classes.arrow}`} />
      <End place={to} title={destinationText(transfer)} />
    </div>
  );
}

function End({ place: { account, source }, title }: { place: Transfer['from']; title: string }) {
  return (
    <div className="row gap-12 shrinkable">
      <SourceIcon slug={source.slug} size={36} />
      <div className="shrinkable">
        <Text fw={550} truncate title={title}>
          {title}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {accountLine(account, source)}
        </Text>
      </div>
    </div>
  );
}
