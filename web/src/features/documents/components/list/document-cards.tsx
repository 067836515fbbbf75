import type { Document } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, Fragment, type RefObject } from 'react';
import { excerptsQuery } from '../../api/excerpts.ts';
import { type Match, startOfRelated } from '../../query/page.ts';
import { DocumentCard } from './document-card.tsx';
import classes from './document-cards.module.css';
import type { OpenPassage } from './passages.tsx';

interface DocumentCardsProps {
  label: string;
  documents: readonly Document[];
  matches: ReadonlyMap<string, Match> | undefined;
  showLocation: boolean;
  onPassage: OpenPassage;
  list: RefObject<HTMLElement | null>;
  handlers: ComponentProps<'div'>;
}

/** The rows as cards, side by side. */
export function DocumentCards(props: DocumentCardsProps) {
  const { label, documents, matches, showLocation, onPassage, list, handlers } = props;
  const { data: excerpts } = useQuery(excerptsQuery(documents));
  const related = startOfRelated(documents, matches);
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
        <Fragment key={document.id}>
          {document.id === related ? (
            // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above
            <div role="row" className={classes.heading}>
              {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above */}
              <div role="gridcell">Related by meaning</div>
            </div>
          ) : null}
          <DocumentCard
            document={document}
            match={matches?.get(document.id)}
            excerpt={excerpts?.get(document.id)}
            showLocation={showLocation}
            onPassage={onPassage}
          />
        </Fragment>
      ))}
    </div>
  );
}
