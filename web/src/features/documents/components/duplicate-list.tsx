import type { Duplicate } from '@sheaf/contract';
import { IconCopyCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { count, formatBytes } from '../../../lib/format.ts';
import { DocumentIcon } from '../../../ui/document-icon.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { LoadFailed } from '../../../ui/load-failed.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { SourceIcon } from '../../../ui/source-icons/source-icon.tsx';
import { duplicatesQuery } from '../api/duplicates.ts';
import classes from './duplicate-list.module.css';

/** What is in one's accounts several times: each content with its copies, the most wasteful first. */
export function DuplicateList() {
  const query = useInfiniteQuery(duplicatesQuery());
  if (query.isPending) return <ListSkeleton rows={5} height={120} />;
  if (!query.data) return <LoadFailed what="your duplicates" retry={() => void query.refetch()} />;
  if (query.data.total === 0) {
    return (
      <EmptyState icon={IconCopyCheck} title="Nothing is there twice">
        Files with the same content, in one account or in several, are gathered here.
      </EmptyState>
    );
  }
  return (
    <>
      <p className={classes.intro}>
        {count(query.data.total, 'file')} with copies. Sheaf stores each content once; the copies take up space in your
        clouds.
      </p>
      <ul className={classes.groups}>
        {query.data.items.map((duplicate) => (
          <DuplicateGroup key={duplicate.id} duplicate={duplicate} />
        ))}
      </ul>
      <LoadMore query={query} what="duplicates">
        <ListSkeleton rows={2} height={120} />
      </LoadMore>
    </>
  );
}

function DuplicateGroup({ duplicate: { documents, copies, size, wasted } }: { duplicate: Duplicate }) {
  const more = copies - documents.length;
  return (
    <li className={classes.group}>
      <div className={classes.head}>
        {documents[0] && <DocumentIcon type={documents[0].type} />}
        <span className={classes.name}>{documents[0]?.name}</span>
        <span className={classes.figures}>
          {copies} × {formatBytes(size)}, <strong>{formatBytes(wasted)} wasted</strong>
        </span>
      </div>
      <ul className={classes.copies}>
        {documents.map(({ id, name, source, account }) => (
          <li key={id}>
            <SourceIcon slug={source.slug} size={20} />
            <Link to="/directory" search={{ preview: id }} className={classes.copy}>
              {name}
            </Link>
            <span className={classes.place}>
              {source.name}, {account.name}
            </span>
          </li>
        ))}
        {more > 0 && <li className={classes.place}>and {count(more, 'more copy', 'more copies')}</li>}
      </ul>
    </li>
  );
}
