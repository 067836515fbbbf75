import type { AccountStatus } from '@sheaf/contract';
import { statusTexts } from '../../account-status.ts';
import classes from './account-state.module.css';

/** The state as a dot; the surrounding component adds the words. */
export function StatusDot({ status }: { status: AccountStatus }) {
  return <span className={classes.dot} data-status={status} aria-hidden />;
}

/** The state of an account in color and in words. */
export function AccountState({ status }: { status: AccountStatus }) {
  return (
    <span className={classes.state} data-status={status}>
      {statusTexts[status]}
    </span>
  );
}
