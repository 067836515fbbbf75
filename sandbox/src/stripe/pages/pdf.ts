import type { SandboxResponse } from '../../shared/server.ts';
import type { Invoice } from '../objects/types.ts';
import { titleOf } from './invoice.ts';
import { day, money } from './money.ts';

/** Text of a PDF is in Latin-1 here; other letters become question marks. */
const escapeText = (text: string) => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '?').replace(/[\\()]/g, '\\$&');

/** The receipt, or the invoice as long as it is not paid: one page of text. */
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
    [invoice.customer_name ?? invoice.customer_email ?? '', '', 11],
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
    const write = (x: number, words: string) => `BT /F1 ${size} Tf ${x} ${y} Td (${escapeText(words)}) Tj ET`;
    return right === '' ? write(50, left) : `${write(50, left)}\n${write(450, right)}`;
  });
  return {
    status: 200,
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${isPaid ? 'Receipt' : 'Invoice'}-${number}.pdf"`,
      'x-content-type-options': 'nosniff',
    },
    body: pdfOf(text.join('\n')),
  };
}

function pdfOf(content: string): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
