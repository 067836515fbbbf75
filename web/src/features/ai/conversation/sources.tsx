import { Text } from '@mantine/core';
import type { AiCitation, AiMessage } from '@sheaf/contract';
import { useId } from 'react';
import { placeText } from '../../../lib/format/place-text.ts';
import classes from './sources.module.css';

interface SourcesProps {
  answer: Pick<AiMessage, 'citations' | 'supported'>;
  onCite(citation: AiCitation): void;
}

/** The passages that support an answer, or that come closest to one; each opens its document there. */
export function Sources({ answer: { citations, supported }, onCite }: SourcesProps) {
  const id = useId();
  if (citations.length === 0) return null;
  return (
    <section className="shrinkable" aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {supported ? 'Sources' : 'Closest passages'}
      </h3>
      <ol className="stack gap-8">
        {citations.map((citation) => (
          <li key={citation.number}>
            <button
              type="button"
              className={`hoverable framed gap-10 wide ${classes.source}`}
              onClick={() => onCite(citation)}
            >
              <span className={classes.number}>{citation.number}</span>
              <span className="stack gap-2 shrinkable">
                <span className="strong breakable">{citation.document_name}</span>
                <Text span size="xs" c="dimmed">
                  {placeText(citation.place)}
                </Text>
                <span className={classes.quote}>{citation.quote}</span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
