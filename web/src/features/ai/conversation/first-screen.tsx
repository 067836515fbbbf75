import { Skeleton, Title } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { suggestionsQuery } from '../api/threads.ts';
import classes from './first-screen.module.css';

interface FirstScreenProps {
  /** The conversation is limited to chosen documents, so examples from all files do not fit. */
  isLimited: boolean;
  onAsk(question: string): void;
}

/** Suggests questions, with examples from one’s own files. */
export function FirstScreen({ isLimited, onAsk }: FirstScreenProps) {
  const { data: suggestions, isPending } = useQuery({ ...suggestionsQuery(), enabled: !isLimited });
  return (
    <div className={classes.screen}>
      <span className={`selected centered ${classes.icon}`}>
        <IconMessageCircle size={28} stroke={1.5} aria-hidden />
      </span>
      <Title order={2} ta="center">
        Ask about your files
      </Title>
      <p className={classes.text}>
        {isLimited
          ? 'Ask anything about the documents you chose. Every answer shows the passages it comes from.'
          : 'Find a fact, a date or an amount, list or count documents, or compare what they say. Every answer shows the passages it comes from, and uses only files you can see.'}
      </p>
      {isLimited || suggestions?.length === 0 ? null : (
        <ul className={classes.examples} aria-label="Examples">
          {suggestions?.map((question) => (
            <li key={question}>
              <button
                type="button"
                className={`hoverable framed wide breakable ${classes.example}`}
                onClick={() => onAsk(question)}
              >
                {question}
              </button>
            </li>
          ))}
          {isPending
            ? [1, 2, 3, 4].map((one) => (
                <li key={one}>
                  <Skeleton height={44} radius={10} />
                </li>
              ))
            : null}
        </ul>
      )}
    </div>
  );
}
