import { ActionIcon, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import classes from './share-modal.module.css';

interface PersonRowProps {
  person: { name: string; email: string; avatar: string | null };
  removeLabel: string;
  onRemove?: (() => void) | undefined;
  /** Beside the name. */
  children?: ReactNode;
}

export function PersonRow({ person, removeLabel, onRemove, children }: PersonRowProps) {
  return (
    <li>
      <PersonAvatar person={person} />
      <span className={classes.person}>
        {person.name}
        <Text size="xs" c="dimmed">
          {person.email}
        </Text>
      </span>
      {children}
      {onRemove ? (
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={removeLabel} onClick={onRemove}>
          <IconX size={16} stroke={1.8} />
        </ActionIcon>
      ) : null}
    </li>
  );
}
