import type { AccountStatus } from '@sheaf/contract';
import { statusTexts } from '../../account-status.ts';
import classes from './account-state.module.css';

/** The same as a dot; the words are for whoever shows it. */
export function StatusDot({ status }: { status: AccountStatus }) {
  return <span className={classes.dot} data-status={status} aria-hidden />;
}

/** The state of an account in colour and in words. */
export function AccountState({ status }: { status: AccountStatus }) {
  return (
    <span className={classes.state} data-status={status}>
      {statusTexts[status]}
    </span>
  );
}
