import { Text } from '@mantine/core';
import type { SubscriptionPreview } from '@sheaf/contract';
import { formatDate } from '../../../../lib/format/format.ts';
import { formatMoney } from '../../../../lib/format/money.ts';
import { planNames } from '../../../../lib/format/names.ts';
import type { PlanChoice } from '../../api/subscription.ts';
import classes from './plan-review.module.css';

interface CostTableProps {
  choice: PlanChoice;
  preview: SubscriptionPreview;
  periodEnd: string | null;
}

/** The lines of the invoice that would be paid now, and the one after it. */
export function CostTable({ choice, preview, periodEnd }: CostTableProps) {
  if (choice.plan === 'free') {
    return (
      <Text>
        {periodEnd
          ? `You keep your plan until ${formatDate(periodEnd)}. After that, the workspace is on `
          : 'The workspace is on '}
        {planNames.free}, and nothing more is charged.
      </Text>
    );
  }
  const { currency, tax, due_now, next_amount, next_at } = preview;
  const money = (amount: number) => formatMoney(amount, { currency });
  return (
    <table className={classes.costs} aria-label="Summary">
      <tbody>
        {preview.lines.map(({ description, amount }) => (
          <tr key={`${description} ${amount}`}>
            <th scope="row">{description}</th>
            <td>{money(amount)}</td>
          </tr>
        ))}
        {tax > 0 ? (
          <tr>
            <th scope="row">Tax</th>
            <td>{money(tax)}</td>
          </tr>
        ) : null}
      </tbody>
      <tfoot>
        <tr className={classes.total}>
          <th scope="row">Due now</th>
          <td>{money(due_now)}</td>
        </tr>
        {next_at ? (
          <tr className="dimmed">
            <th scope="row">Next payment on {formatDate(next_at)}</th>
            <td>{money(next_amount)}</td>
          </tr>
        ) : null}
      </tfoot>
    </table>
  );
}
