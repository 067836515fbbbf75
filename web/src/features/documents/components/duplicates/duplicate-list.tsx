import { Button } from '@mantine/core';
import { type Document, type Duplicate, limits } from '@sheaf/contract';
import { IconCopyCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accountText } from '../../../../lib/format/account-title.ts';
import { count, formatBytes } from '../../../../lib/format/format.ts';
import { useDialog } from '../../../../ui/dialogs/use-dialog.ts';
import { DocumentIcon } from '../../../../ui/documents/document-icon.tsx';
import { locationNames, shortLocation } from '../../../../ui/documents/places.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { LoadFailed } from '../../../../ui/feedback/load-failed.tsx';
import { ListSkeleton } from '../../../../ui/lists/list-skeleton.tsx';
import { LoadMore } from '../../../../ui/lists/load-more.tsx';
import { SourceIcon } from '../../../../ui/source-icons/source-icon.tsx';
import { duplicatesQuery } from '../../api/duplicates.ts';
import classes from './duplicate-list.module.css';
import { KeepOneDialog } from './keep-one-dialog.tsx';
import { KeepOneOfAllDialog } from './keep-one-of-all-dialog.tsx';

interface DuplicateListProps {
  /** Keeps one copy of every content, in the background. */
  onKeepOneOfAll(keep: 'newest' | 'oldest'): Promise<unknown>;
}

/** Duplicates in the person's accounts: each content with its copies, largest waste first. */
export function DuplicateList({ onKeepOneOfAll }: DuplicateListProps) {
  const query = useInfiniteQuery(duplicatesQuery());
  const keeping = useDialog<readonly Duplicate[]>();
  const keepingAll = useDialog();
  if (query.isPending) return <ListSkeleton rows={5} height={120} />;
  if (!query.data) return <LoadFailed what="your duplicates" retry={() => void query.refetch()} />;
  if (query.data.total === 0) {
    return (
      <EmptyState icon={IconCopyCheck} title="No duplicates">
        Files with the same content, in one or more accounts, appear here.
      </EmptyState>
    );
  }
  const { items } = query.data;
  return (
    <>
      <div className={classes.intro}>
        <p>
          {count(query.data.total, 'file')} with copies. Sheaf stores the content once, but each copy takes up space in
          your connected accounts.
        </p>
        {items.length > 1 ? (
          <Button
            variant="default"
            size="sm"
            onClick={() => (isAtOnce(items, query.data.total) ? keeping.open(items) : keepingAll.open())}
          >
            Keep one of each
          </Button>
        ) : null}
      </div>
      <ul className={classes.groups}>
        {items.map((duplicate) => (
          <DuplicateGroup key={duplicate.id} duplicate={duplicate} onKeepOne={() => keeping.open([duplicate])} />
        ))}
      </ul>
      <LoadMore query={query} what="duplicates" rowHeight={120} />
      {keeping.item ? (
        <KeepOneDialog
          key={keeping.item.map(({ id }) => id).join()}
          opened={keeping.opened}
          duplicates={keeping.item}
          onClose={keeping.close}
        />
      ) : null}
      <KeepOneOfAllDialog
        opened={keepingAll.opened}
        total={query.data.total}
        onKeep={onKeepOneOfAll}
        onClose={keepingAll.close}
      />
    </>
  );
}

/** Whether one request can do all of it, and its result is known. */
const isAtOnce = (items: readonly Duplicate[], total: number): boolean =>
  total <= Math.min(items.length, limits.perPageMax) &&
  items.reduce((sum, { copies }) => sum + copies - 1, 0) <= limits.documentsAtOnce;

interface DuplicateGroupProps {
  duplicate: Duplicate;
  onKeepOne(): void;
}

function DuplicateGroup({ duplicate, onKeepOne }: DuplicateGroupProps) {
  const { documents, copies, size, wasted } = duplicate;
  const more = copies - documents.length;
  // Keeping a copy that can’t be moved leaves the most to move.
  const reason = more === 0 ? stuckReason(documents) : undefined;
  return (
    <li className={classes.group}>
      <div className={classes.head}>
        {documents[0] && <DocumentIcon type={documents[0].type} />}
        <span className={classes.name}>{documents[0]?.name}</span>
        <span className={classes.figures}>
          {copies} × {formatBytes(size)}, <strong>{formatBytes(wasted)} could be freed</strong>
        </span>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Keep one copy of ${documents[0]?.name}`}
          disabled={reason !== undefined}
          title={reason}
          onClick={onKeepOne}
        >
          Keep one
        </Button>
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

/** Why none of the copies can be moved to the trash. */
function stuckReason(documents: readonly Document[]): string | undefined {
  const reasons = documents.map(({ cannot }) => cannot.delete);
  return reasons.every((one) => one !== null) ? (reasons[0] ?? undefined) : undefined;
}
