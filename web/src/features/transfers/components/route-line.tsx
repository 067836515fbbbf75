import { Text } from '@mantine/core';
import type { Transfer } from '@sheaf/contract';
import { IconArrowRight } from '@tabler/icons-react';
import { SourceIcon } from '../../../ui/source-icons/source-icon.tsx';
import { destinationText } from '../transfer-text.ts';
import classes from './transfers.module.css';

/** Where a transfer comes from and where it goes. */
export function RouteLine({ transfer }: { transfer: Pick<Transfer, 'from' | 'to'> }) {
  const { from, to } = transfer;
  return (
    <div className={classes.route}>
      <End slug={from.source.slug} source={from.source.name} name={from.account.name} />
      <IconArrowRight size={20} stroke={1.7} role="img" aria-label="to" className={classes.arrow} />
      <End slug={to.source.slug} source={to.source.name} name={destinationText(transfer)} />
    </div>
  );
}

function End({ slug, source, name }: { slug: string; source: string; name: string }) {
  return (
    <div className={classes.end}>
      <SourceIcon slug={slug} size={36} />
      <div className={classes.names}>
        <Text fw={550} truncate title={name}>
          {name}
        </Text>
        {name.startsWith(source) ? null : (
          <Text size="xs" c="dimmed" truncate>
            {source}
          </Text>
        )}
      </div>
    </div>
  );
}
