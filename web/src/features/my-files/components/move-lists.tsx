import { Skeleton, Text, UnstyledButton } from '@mantine/core';
import type { Document } from '@sheaf/contract';
import { IconChevronRight } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { DocumentIcon } from '../../../ui/documents/document-icon.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import { SourceIcon } from '../../../ui/source-icons/source-icon.tsx';
import { foldersQuery } from '../api/arrange.ts';
import type { MovePlace } from '../move-places.ts';
import classes from './move-dialog.module.css';

interface PlaceListProps {
  places: readonly MovePlace[] | undefined;
  failed: boolean;
  onReload(): void;
  onOpen(place: MovePlace): void;
}

/** The places; those that can’t take the documents stay, with the reason. */
export function PlaceList({ places, failed, onReload, onOpen }: PlaceListProps) {
  if (failed) return <LoadFailed what="your places" retry={onReload} />;
  if (!places) return <Skeleton height={36} />;
  return places.map((place) => (
    <UnstyledButton
      key={place.folderId ?? place.accountId}
      className={`hoverable row gap-10 rigid ${classes.folder}`}
      disabled={place.obstacle !== null}
      onClick={() => onOpen(place)}
    >
      {place.slug ? <SourceIcon slug={place.slug} size={24} plain /> : <DocumentIcon type="folder" size={24} />}
      <span className={`ellipsis ${classes.name}`}>
        {place.name}{' '}
        {place.detail || place.obstacle ? (
          <span className={classes.detail}>{place.obstacle ?? place.detail}</span>
        ) : null}
      </span>
      <IconChevronRight size={16} stroke={1.6} aria-hidden />
    </UnstyledButton>
  ));
}

interface FolderListProps {
  accountId: string;
  folderId: string | null;
  without: readonly Document[];
  onOpen(folder: Document): void;
}

export function FolderList({ accountId, folderId, without, onOpen }: FolderListProps) {
  const query = useInfiniteQuery(foldersQuery(accountId, folderId));
  const { data, isError, isPlaceholderData, refetch } = query;
  if (isError && !data) return <LoadFailed what="the folders" retry={() => void refetch()} />;
  if (!data || isPlaceholderData) return <Skeleton height={36} />;
  const left = new Set(without.map(({ id }) => id));
  const folders = data.items.filter(({ id }) => !left.has(id));
  if (folders.length === 0 && !query.hasNextPage) return <Text c="dimmed">No folders here yet.</Text>;
  return (
    <>
      {folders.map((folder) => (
        <UnstyledButton
          key={folder.id}
          className={`hoverable row gap-10 rigid ${classes.folder}`}
          onClick={() => onOpen(folder)}
        >
          <DocumentIcon type="folder" size={24} />
          <span className={`ellipsis ${classes.name}`}>{folder.name}</span>
          <IconChevronRight size={16} stroke={1.6} aria-hidden />
        </UnstyledButton>
      ))}
      <LoadMore query={query} what="folders">
        <Skeleton height={36} />
      </LoadMore>
    </>
  );
}
