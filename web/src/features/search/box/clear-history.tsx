import { useMutation } from '@tanstack/react-query';
import { clearHistory } from '../api/suggestions.ts';
import classes from './search-box.module.css';

/** Clears the search history; shown below recent searches. */
export function ClearHistory() {
  const { mutate: clear } = useMutation(clearHistory);
  return (
    <div className={`row between gap-12 small ${classes.foot}`}>
      <span className={`dimmed ${classes.keys}`}>Shift + Delete removes a search</span>
      <button
        type="button"
        className={`hoverable plain ${classes.clear}`}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => clear()}
      >
        Clear search history
      </button>
    </div>
  );
}
