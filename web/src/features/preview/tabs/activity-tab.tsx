import type { Activity, DocumentDetails } from '@sheaf/contract';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatAgo, formatTime } from '../../../lib/format/format.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { ListSkeleton } from '../../../ui/lists/list-skeleton.tsx';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import { PersonAvatar } from '../../../ui/pictures/person-avatar.tsx';
import { SourceIcon } from '../../../ui/source-icons/source-icon.tsx';
import { activityQuery } from '../api/document.ts';
import { sentenceOf } from './sentence-of.ts';
import classes from './tabs.module.css';

/** The activity of the document, newest first. */
export function ActivityTab({ document }: { document: DocumentDetails }) {
  const query = useInfiniteQuery(activityQuery(document.id));
  if (query.isPending) return <ListSkeleton rows={5} height={44} />;
  return (
    <div className={classes.scroll}>
      <div className={classes.column}>
        {query.data ? <ActivityItems items={query.data.items} source={document.source} /> : null}
        {query.isError && !query.data ? <LoadFailed what="the activity" retry={() => void query.refetch()} /> : null}
        <LoadMore query={query} what="activity" rowHeight={44} />
      </div>
    </div>
  );
}

function ActivityItems({ items, source }: { items: readonly Activity[]; source: DocumentDetails['source'] }) {
  if (items.length === 0) {
    return (
      <EmptyState icon={IconHistory} title="No activity yet">
        You’ll see here who opens, shares, labels or downloads this document.
      </EmptyState>
    );
  }
  return (
    <ol className={`stack gap-4 ${classes.happened}`}>
      {items.map((item) => (
        <li key={item.id}>
          {item.by ? (
            <PersonAvatar person={item.by} size={28} />
          ) : (
            <span className={`centered rigid ${classes.sourceMark}`}>
              <SourceIcon slug={source.slug} size={28} />
            </span>
          )}
          <span className="shrinkable breakable">
            {sentenceOf(item, source)}
            {item.by ? (
              <>
                {' '}
                by <strong>{item.by.name}</strong>
              </>
            ) : null}
          </span>
          <time dateTime={item.at} title={formatTime(item.at)}>
            {formatAgo(item.at)}
          </time>
        </li>
      ))}
    </ol>
  );
}
