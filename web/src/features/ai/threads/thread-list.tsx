import { Button, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import type { AiThread } from '@sheaf/contract';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { SearchField } from '../../../ui/forms/search-field.tsx';
import { ListSkeleton } from '../../../ui/lists/list-skeleton.tsx';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import { changeThread, removeThread, threadsQuery } from '../api/threads.ts';
import { dropAnswer } from '../running-answers.ts';
import { ThreadRow } from './thread-row.tsx';
import classes from './threads.module.css';

interface ThreadListProps {
  current: string | undefined;
  onOpen(id: string | undefined): void;
}

/** One's conversations: found by title or question, renamed, pinned and deleted. */
export function ThreadList({ current, onOpen }: ThreadListProps) {
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search.trim(), 200);
  const query = useInfiniteQuery(threadsQuery(searched));
  const { mutate: change } = useMutation(changeThread);
  const { mutate: remove } = useMutation(removeThread);
  const threads = query.data?.items ?? [];

  const askToRemove = ({ id, title }: AiThread) =>
    modals.openConfirmModal({
      title: 'Delete this conversation?',
      children: `“${title}” and its answers are deleted. Your files stay as they are. This can’t be undone.`,
      labels: { confirm: 'Delete conversation', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => {
        dropAnswer(id);
        if (id === current) onOpen(undefined);
        remove(id);
      },
    });

  return (
    <div className={classes.threads}>
      <div className={classes.head}>
        <Button
          variant="default"
          fullWidth
          leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
          onClick={() => onOpen(undefined)}
        >
          New conversation
        </Button>
        <SearchField label="Search conversations" value={search} onChange={setSearch} />
      </div>
      {query.isPending ? <ListSkeleton rows={5} height={40} /> : null}
      {query.isError && !query.data ? (
        <div className={classes.note}>
          <LoadFailed what="your conversations" retry={() => void query.refetch()} />
        </div>
      ) : null}
      {query.data && threads.length === 0 ? (
        <Text c="dimmed" className={classes.note}>
          {searched
            ? `No conversations match “${searched}”.`
            : 'Your conversations appear here. Only you can see them.'}
        </Text>
      ) : null}
      <ul className={classes.list} aria-label="Conversations">
        {threads.map((thread) => (
          <ThreadRow
            key={thread.id}
            thread={thread}
            current={thread.id === current}
            onOpen={() => onOpen(thread.id)}
            onRename={(title) => change({ id: thread.id, title })}
            onPin={() => change({ id: thread.id, pinned: !thread.pinned })}
            onRemove={() => askToRemove(thread)}
          />
        ))}
      </ul>
      <LoadMore query={query} what="conversations" rowHeight={40} />
    </div>
  );
}
