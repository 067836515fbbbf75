import type { Collection } from '@sheaf/contract';
import { IconStack2 } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { documentDrag } from '../../../ui/documents/document-drag.ts';
import { useDocumentDrop } from '../../../ui/documents/use-document-drop.ts';
import { collectionsQuery } from '../api/collections.ts';
import classes from './collection-drops.module.css';

interface DropProps {
  onDocuments(collection: Collection, ids: string[]): void;
}

/** The person's collections in the menu, shown only while documents are dragged. */
export function CollectionDrops({ onDocuments }: DropProps) {
  const dragging = useSyncExternalStore(documentDrag.subscribe, documentDrag.get);
  return dragging ? <Drops onDocuments={onDocuments} /> : null;
}

function Drops({ onDocuments }: DropProps) {
  const { data } = useInfiniteQuery(collectionsQuery(''));
  if (!data?.total) return null;
  return (
    <section aria-label="Drop on a collection">
      <h2 className={classes.title}>Collections</h2>
      <ul>
        {data.items.map((collection) => (
          <Drop key={collection.id} collection={collection} onDocuments={onDocuments} />
        ))}
      </ul>
    </section>
  );
}

function Drop({ collection, onDocuments }: { collection: Collection } & DropProps) {
  const drop = useDocumentDrop((ids) => onDocuments(collection, ids));
  return (
    <li className={`drop-target row gap-12 ${classes.item}`} {...drop}>
      <IconStack2 size={20} stroke={1.6} aria-hidden />
      <span className="ellipsis">{collection.name}</span>
    </li>
  );
}
