import { pdfFile, pdfText } from '../../shared/content/pdf.ts';
import type { SandboxResponse } from '../../shared/server.ts';
import type { Invoice } from '../objects/types.ts';

/** Formats an amount for people: 1234 is $12.34. */
const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(amount / 100);

const day = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString('en-US', {
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** The receipt or, until it is paid, the invoice: one page of text. */
export function invoicePdf(invoice: Invoice): SandboxResponse {
  const { currency, number } = invoice;
  const isPaid = invoice.status === 'paid';
  const rows: [string, string, number][] = [
    [isPaid ? 'Receipt' : 'Invoice', '', 20],
    [`Invoice number ${number}`, '', 11],
    [
      isPaid
        ? `Date paid ${day(invoice.status_transitions.paid_at ?? invoice.created)}`
        : `Date ${day(invoice.created)}`,
      '',
      11,
    ],
    ['', '', 11],
    ['Bill to', '', 11],
    ...customerLines(invoice).map((line): [string, string, number] => [line, '', 11]),
    ['', '', 11],
    [titleOf(invoice), '', 15],
    ['', '', 11],
    ...invoice.lines.data
      .slice(0, 30)
      .map(({ description, amount }): [string, string, number] => [description ?? '', money(amount, currency), 11]),
    ['', '', 11],
    ['Total', money(invoice.total, currency), 11],
    ['Amount paid', money(invoice.amount_paid, currency), 11],
    ['Sandbox: no real money is involved.', '', 9],
  ];
  let y = 780;
  const text = rows.map(([left, right, size]) => {
    y -= size + 9;
    const write = (x: number, words: string) => `BT /F1 ${size} Tf ${x} ${y} Td (${pdfText(words)}) Tj ET`;
    return right === '' ? write(50, left) : `${write(50, left)}\n${write(450, right)}`;
  });
  return {
    status: 200,
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${isPaid ? 'Receipt' : 'Invoice'}-${number}.pdf"`,
      'x-content-type-options': 'nosniff',
    },
    body: pdfFile([text.join('\n')]),
  };
}

/** Name, address and VAT ID, if known. */
function customerLines({ customer_name, customer_email, customer_address, customer_tax_ids }: Invoice): string[] {
  const { line1, line2, postal_code, city, state, country } = customer_address ?? {};
  const lines = [
    customer_name ?? customer_email,
    line1,
    line2,
    [postal_code, city].filter(Boolean).join(' '),
    state,
    country,
    ...(customer_tax_ids ?? []).map(({ value }) => `VAT ID ${value}`),
  ];
  return lines.filter((line): line is string => Boolean(line));
}

function titleOf({ status, amount_paid, amount_due, currency }: Invoice): string {
  if (status === 'paid') return `${money(amount_paid, currency)} paid`;
  return status === 'void' ? 'This invoice is void' : `${money(amount_due, currency)} due`;
}
