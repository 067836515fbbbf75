import { Alert } from '@mantine/core';
import type { Plan, SubscriptionPreview } from '@sheaf/contract';
import { planNames } from '../../../../lib/format/names.ts';
import { formatAllowed, formatUsed, limitNames } from '../../plan-texts.ts';
import { waysOut } from '../../usage.ts';
import classes from './plan-review.module.css';

interface ExceededListProps {
  plan: Plan;
  exceeded: SubscriptionPreview['exceeded'];
}

/** Lists what must be removed before the workspace fits a smaller plan. */
export function ExceededList({ plan, exceeded }: ExceededListProps) {
  return (
    <Alert color="red" variant="light" role="alert" title={`This workspace uses more than ${planNames[plan]} includes`}>
      Make room first, then change the plan.
      <ul className={classes.exceeded}>
        {exceeded.map(({ limit, used, allowed }) => (
          <li key={limit}>
            {limitNames[limit]}: {formatUsed(limit, used)} used, {formatAllowed(limit, allowed)} included.{' '}
            {waysOut[limit]}.
          </li>
        ))}
      </ul>
    </Alert>
  );
}
