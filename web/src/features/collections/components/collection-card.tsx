import { Text } from '@mantine/core';
import type { Collection } from '@sheaf/contract';
import { IconStack2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatAgo } from '../../../lib/format.ts';
import { CollectionMenu } from './collection-menu.tsx';
import classes from './collections.module.css';

interface CollectionCardProps {
  collection: Collection;
  onRename(): void;
  onDelete(): void;
}

export function CollectionCard({ collection, onRename, onDelete }: CollectionCardProps) {
  const { id, name, updated_at } = collection;
  return (
    <li className={classes.card}>
      <Link to="/collections/$id" params={{ id }} className={classes.link}>
        <span className={classes.icon}>
          <IconStack2 size={22} stroke={1.6} aria-hidden />
        </span>
        <Text fw={550} lineClamp={2} title={name} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="xs" c="dimmed" mt={2}>
          Changed {formatAgo(updated_at)}
        </Text>
      </Link>
      <CollectionMenu
        label={`Actions for collection ${name}`}
        className={classes.menu}
        onRename={onRename}
        onDelete={onDelete}
      />
    </li>
  );
}
