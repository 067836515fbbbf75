import { useMutation } from '@tanstack/react-query';
import { clearHistory } from '../api/suggestions.ts';
import classes from './search-box.module.css';

/** Below recent searches. */
export function ClearHistory() {
  const { mutate: clear } = useMutation(clearHistory);
  return (
    <div className={classes.foot}>
      <span className={classes.keys}>Shift + Delete removes a search</span>
      <button
        type="button"
        className={classes.clear}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => clear()}
      >
        Clear search history
      </button>
    </div>
  );
}
