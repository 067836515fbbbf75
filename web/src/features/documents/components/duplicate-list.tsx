import type { Duplicate } from '@sheaf/contract';
import { IconCopyCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accountText } from '../../../lib/format/account-title.ts';
import { count, formatBytes } from '../../../lib/format/format.ts';
import { DocumentIcon } from '../../../ui/documents/document-icon.tsx';
import { locationNames, shortLocation } from '../../../ui/documents/places.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx';
import { ListSkeleton } from '../../../ui/lists/list-skeleton.tsx';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import { SourceIcon } from '../../../ui/source-icons/source-icon.tsx';
import { duplicatesQuery } from '../api/duplicates.ts';
import classes from './duplicate-list.module.css';

/** Duplicates in the person's accounts: each content with its copies, largest waste first. */
export function DuplicateList() {
  const query = useInfiniteQuery(duplicatesQuery());
  if (query.isPending) return <ListSkeleton rows={5} height={120} />;
  if (!query.data) return <LoadFailed what="your duplicates" retry={() => void query.refetch()} />;
  if (query.data.total === 0) {
    return (
      <EmptyState icon={IconCopyCheck} title="No duplicates">
        Files with the same content, in one or more accounts, appear here.
      </EmptyState>
    );
  }
  return (
    <>
      <p className={classes.intro}>
        {count(query.data.total, 'file')} with copies. Sheaf stores the content once, but each copy takes up space in
        your connected accounts.
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
          {copies} × {formatBytes(size)}, <strong>{formatBytes(wasted)} could be freed</strong>
        </span>
      </div>
      <ul className={classes.copies}>
        {documents.map((document) => (
          <li key={document.id}>
            <SourceIcon slug={document.source.slug} size={20} plain />
            <Link to="/directory" search={{ preview: document.id }} className={classes.copy}>
              {document.name}
            </Link>
            <span className={classes.place} title={accountText(document.account, document.source)}>
              {shortLocation(locationNames(document))}
            </span>
          </li>
        ))}
        {more > 0 && <li className={classes.place}>and {count(more, 'more copy', 'more copies')}</li>}
      </ul>
    </li>
  );
}
