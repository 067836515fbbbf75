import { Button, Text } from '@mantine/core';
import type { Passkey } from '@sheaf/contract';
import { IconKey } from '@tabler/icons-react';
import { formatAgo } from '../../../lib/format/format.ts';
import classes from './account-security.module.css';

interface PasskeyRowProps {
  passkey: Passkey;
  onRename(): void;
  onRemove(): void;
}

export function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { name, synced, created_at, last_used_at } = passkey;
  const used = last_used_at ? `last used ${formatAgo(last_used_at)}` : 'never used';
  return (
    <li className="list-row">
      <IconKey size={22} stroke={1.5} aria-hidden className="rigid dimmed" />
      <div className="grow">
        <Text size="sm" fw={550} truncate>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {[`Added ${formatAgo(created_at)}`, used, ...(synced ? ['synced'] : [])].join(' · ')}
        </Text>
      </div>
      <div className={classes.actions}>
        <Button variant="default" size="xs" onClick={onRename} aria-label={`Rename ${name}`}>
          Rename
        </Button>
        <Button variant="default" size="xs" onClick={onRemove} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      </div>
    </li>
  );
}
