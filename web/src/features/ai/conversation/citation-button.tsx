import type { AiCitation } from '@sheaf/contract';
import { placeText } from '../text/place-text.ts';
import classes from './messages.module.css';

/** Opens the document at the passage. */
export function CitationButton({ citation, onOpen }: { citation: AiCitation; onOpen(): void }) {
  const { number, document_name, place } = citation;
  const where = [document_name, placeText(place)].filter(Boolean).join(', ');
  return (
    <button
      type="button"
      className={classes.citation}
      aria-label={`Source ${number}: ${where}`}
      title={where}
      onClick={onOpen}
    >
      {number}
    </button>
  );
}
