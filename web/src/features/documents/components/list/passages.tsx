import type { Document } from '@sheaf/contract';
import { placeText } from '../../../../lib/format/place-text.ts';
import type { Match } from '../../query/page.ts';
import { useRowState } from '../../selection/use-selection.ts';
import { MarkedText } from './marks/marked-text.tsx';
import classes from './passages.module.css';

export type OpenPassage = (document: Document, passageId: string) => void;

interface PassagesProps {
  document: Document;
  match: Match;
  onOpen: OpenPassage;
}

/** The server puts this between the cells of tables. */
const isTable = (text: string): boolean => text.includes(' | ');

/** The matches in a document. Each passage opens the preview at its place. */
export function Passages({ document, match, onOpen }: PassagesProps) {
  const { entry } = useRowState(document.id);
  return (
    <ul className="stack gap-2" aria-label={`Found in ${document.name}`}>
      {match.passages.map(({ id, text, highlights, place }) => {
        const where = placeText(place);
        return (
          <li key={id}>
            <button
              type="button"
              className={`hoverable plain gap-8 wide ${classes.passage}`}
              data-action="passage"
              tabIndex={entry ? 0 : -1}
              onClick={() => onOpen(document, id)}
            >
              {where ? <span className={`ellipsis ${classes.place}`}>{where}</span> : null}
              <span className={classes.text} data-table={isTable(text) || undefined}>
                <MarkedText text={text} ranges={highlights} isTable={isTable(text)} />
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
