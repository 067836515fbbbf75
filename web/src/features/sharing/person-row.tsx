import { ActionIcon, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { count } from '../../lib/format/format.ts';
import { PrincipalAvatar } from '../../ui/pictures/principal-avatar.tsx';

interface PersonRowProps {
  /** A person or a group. */
  person: { kind: 'user' | 'group'; name: string; email: string; avatar: string | null; members?: number | null };
  removeLabel?: string;
  onRemove?: (() => void) | undefined;
  /** Beside the name. */
  children?: ReactNode;
}

export function PersonRow({ person, removeLabel, onRemove, children }: PersonRowProps) {
  return (
    <li className="row gap-12">
      <PrincipalAvatar principal={person} />
      <span className="grow breakable">
        {person.name}
        <Text size="xs" c="dimmed">
          {detailOf(person)}
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

/** The email of a person, the size of a group. */
export const detailOf = ({ kind, email, members }: PersonRowProps['person']): string =>
  kind === 'group' ? count(members ?? 0, 'person', 'people') : email;
