import { Button, Text } from '@mantine/core';
import { limits, type Payment } from '@sheaf/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '../../../../lib/format/format.ts';
import { formatMoney } from '../../../../lib/format/money.ts';
import { LoadFailed } from '../../../../ui/feedback/load-failed.tsx';
import { toast } from '../../../../ui/feedback/toast.ts';
import { Column } from '../../../../ui/lists/column.tsx';
import { ListSkeleton } from '../../../../ui/lists/list-skeleton.tsx';
import { Pager } from '../../../../ui/lists/pager.tsx';
import table from '../../../../ui/lists/table.module.css';
import { findReceipt, paymentsQuery } from '../../api/payments.ts';
import classes from './payment-table.module.css';

const statusNames = {
  paid: 'Paid',
  open: 'Due',
  failed: 'Failed',
  void: 'Canceled',
} as const satisfies Record<Payment['status'], string>;

/** The payments, newest first, with their receipts. */
export function PaymentTable() {
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = useQuery(paymentsQuery(page));
  if (!data) {
    return isError ? <LoadFailed what="the payments" retry={() => void refetch()} /> : <ListSkeleton rows={2} />;
  }
  if (data.pagination.total === 0) return <Text c="dimmed">No payments yet.</Text>;
  return (
    <>
      <div className="framed">
        <table className={table.table} aria-label="Payments">
          <thead>
            <tr>
              <Column name="Payment" />
              <Column name="Status" className={`${classes.status} ${table.wide}`} />
              <Column name="Amount" className={classes.amount} />
              <Column name="Receipt" unnamed className={classes.actions} />
            </tr>
          </thead>
          <tbody>
            {data.data.map((payment) => (
              <PaymentRow key={payment.id} payment={payment} />
            ))}
          </tbody>
        </table>
      </div>
      {data.pagination.total > limits.perPage ? (
        <Pager page={page} perPage={limits.perPage} total={data.pagination.total} onChange={setPage} />
      ) : null}
    </>
  );
}

function PaymentRow({ payment }: { payment: Payment }) {
  const { id, description, created_at, amount, currency, status, receipt_url } = payment;
  const { mutate: find, isPending } = useMutation(findReceipt);
  const day = formatDate(created_at);
  const open = () => {
    // Opened before the answer comes: a window that opens later counts as a pop-up.
    const tab = window.open('', '_blank');
    if (tab) tab.opener = null;
    const show = ({ url, pdf_url }: { url: string | null; pdf_url: string | null }) => {
      const address = pdf_url ?? url;
      if (address && tab) tab.location.replace(address);
      else {
        tab?.close();
        toast.error(address ? 'Allow pop-ups to see the receipt.' : 'There’s no receipt for this payment yet.');
      }
    };
    find(id, { onSuccess: show, onError: () => tab?.close() });
  };
  return (
    <tr className={`hoverable ${table.row}`}>
      <td>
        <Text truncate title={description}>
          {description}
        </Text>
        <Text size="xs" c="dimmed">
          {day}
          <span className={classes.narrow}> · {statusNames[status]}</span>
        </Text>
      </td>
      <td className={table.wide}>
        <span className={`dimmed ${classes.state}`} data-status={status}>
          {statusNames[status]}
        </span>
      </td>
      <td className={classes.amount}>{formatMoney(amount, { currency })}</td>
      <td className={classes.actions}>
        {receipt_url ? (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={isPending}
            onClick={open}
            aria-label={`Receipt of ${day}`}
          >
            Receipt
          </Button>
        ) : null}
      </td>
    </tr>
  );
}
