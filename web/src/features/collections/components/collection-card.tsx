import { Text } from '@mantine/core';
import type { Collection } from '@sheaf/contract';
import { IconStack2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { count as counted, formatAgo } from '../../../lib/format/format.ts';
import { CollectionMenu } from './collection-menu.tsx';
import classes from './collections.module.css';

interface CollectionCardProps {
  collection: Collection;
  onRename(): void;
  onDelete(): void;
}

export function CollectionCard({ collection, onRename, onDelete }: CollectionCardProps) {
  const { id, name, updated_at, count, thumbnails } = collection;
  return (
    <li className={classes.card}>
      <Link to="/collections/$id" params={{ id }} className={classes.link}>
        <Pictures paths={thumbnails} />
        <Text fw={550} truncate title={name}>
          {name}
        </Text>
        <Text size="xs" c="dimmed" mt={2}>
          {counted(count, 'document')} · Updated {formatAgo(updated_at)}
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

const PLACES = ['first', 'second', 'third', 'fourth'];

/** Thumbnails of the newest four documents; the place of one that cannot be shown stays empty. */
function Pictures({ paths }: { paths: readonly string[] }) {
  if (paths.length === 0) {
    return (
      <span className={classes.noPictures}>
        <span className={`selected centered rigid ${classes.icon}`}>
          <IconStack2 size={22} stroke={1.6} aria-hidden />
        </span>
      </span>
    );
  }
  return (
    <span className={classes.pictures}>
      {PLACES.map((place, index) => (
        <span key={place} className={classes.picture}>
          {paths[index] ? (
            <img
              src={`/storage/${paths[index]}`}
              alt=""
              loading="lazy"
              decoding="async"
              onError={(event) => {
                event.currentTarget.style.visibility = 'hidden';
              }}
            />
          ) : null}
        </span>
      ))}
    </span>
  );
}
