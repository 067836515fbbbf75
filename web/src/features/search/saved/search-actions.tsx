import { Button } from '@mantine/core';
import { parseSearch } from '@sheaf/contract';
import { IconBookmark, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { savedQuery } from '../api/saved-searches.ts';
import classes from './search-actions.module.css';
import { termText } from './term-text.ts';

const SavedDialog = lazyDialog(async () => (await import('./saved-dialog.tsx')).SavedDialog);

interface SearchActionsProps {
  q: string;
  /** The search to save, with the filters of the list. */
  full: string;
  onChange(q: string): void;
}

/** The operators of a search, each of which can be removed, and a way to save it. */
export function SearchActions({ q, full, onChange }: SearchActionsProps) {
  const { data: saved = [] } = useQuery(savedQuery());
  const dialog = useDialog();
  const known = saved.find((one) => one.q === full);
  const terms = parseSearch(q).flatMap((term) => {
    const text = termText(term);
    return text ? [{ ...term, text }] : [];
  });
  const without = ({ start, end }: { start: number; end: number }) =>
    `${q.slice(0, start)}${q.slice(end).trimStart()}`.trim();
  return (
    <>
      {terms.length > 0 ? (
        <ul className={classes.terms} aria-label="Search terms">
          {terms.map((term) => (
            <li key={term.start} className={`selected row shrinkable small ${classes.term}`}>
              <span className={`ellipsis ${classes.text}`}>{term.text}</span>
              <button
                type="button"
                className={classes.remove}
                aria-label={`Remove ${term.text}`}
                onClick={() => onChange(without(term))}
              >
                <IconX size={14} stroke={2} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {known ? (
        <span className={classes.saved}>Saved as “{known.name}”</span>
      ) : (
        <Button
          className={classes.save}
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconBookmark size={16} stroke={1.7} aria-hidden />}
          onClick={() => dialog.open()}
        >
          Save search
        </Button>
      )}
      <SavedDialog opened={dialog.opened} q={full} onClose={dialog.close} />
    </>
  );
}
