import { useQuery } from '@tanstack/react-query';
import { RemovalProgress } from '../../../ui/feedback/removal-progress.tsx';
import { departuresQuery } from '../api/members.ts';
import classes from './departures.module.css';

/** Removed members whose files are still being removed, or given to another member. Mostly there are none. */
export function Departures() {
  const { data: departures = [] } = useQuery(departuresQuery());
  if (departures.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Members being removed">
      {departures.map(({ id, name, ...removal }) => (
        <li key={id}>
          <RemovalProgress text={`Removing ${name}…`} label={`Removal of ${name}`} removal={removal} size="sm" />
        </li>
      ))}
    </ul>
  );
}
