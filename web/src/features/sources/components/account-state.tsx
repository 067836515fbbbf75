import type { AccountStatus } from '@sheaf/contract';
import { statusTexts } from '../account-status.ts';
import classes from './account-state.module.css';

/** The state of an account in colour and in words. */
export function AccountState({ status }: { status: AccountStatus }) {
  return (
    <span className={classes.state} data-status={status}>
      {statusTexts[status]}
    </span>
  );
}
