import type { Document } from '@sheaf/contract';
import type { ComponentProps, RefObject } from 'react';
import { DocumentCard } from './document-card.tsx';
import classes from './document-cards.module.css';

interface DocumentCardsProps {
  label: string;
  documents: readonly Document[];
  list: RefObject<HTMLElement | null>;
  handlers: ComponentProps<'div'>;
}

/** The same rows, side by side. */
export function DocumentCards({ label, documents, list, handlers }: DocumentCardsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: elements of a table could not stand side by side
    <div
      ref={list as RefObject<HTMLDivElement | null>}
      role="grid"
      tabIndex={-1}
      className={classes.grid}
      aria-label={label}
      aria-multiselectable
      {...handlers}
    >
      {documents.map((document) => (
        <DocumentCard key={document.id} document={document} />
      ))}
    </div>
  );
}
