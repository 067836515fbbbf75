import type { SandboxResponse } from '../../shared/server.ts';
import type { Invoice } from '../objects/types.ts';
import { day, money } from './money.ts';
import { escapeHtml, htmlPage } from './page.ts';

/** The page of an invoice that its customer opens. */
export function invoicePage(invoice: Invoice): SandboxResponse {
  const { currency } = invoice;
  const rows = invoice.lines.data.map(
    ({ description, amount }) =>
      `<tr><td>${escapeHtml(description ?? '')}</td><td>${escapeHtml(money(amount, currency))}</td></tr>`,
  );
  const credit = invoice.starting_balance - (invoice.ending_balance ?? 0);
  const totals: [string, number][] = [
    ['Total', invoice.total],
    ...(credit === 0 ? [] : ([['Account balance', credit]] as [string, number][])),
    ['Amount due', invoice.amount_due],
    ['Amount paid', invoice.amount_paid],
  ];
  const sums = totals.map(
    ([name, amount]) => `<tr><th scope="row">${name}</th><td>${escapeHtml(money(amount, currency))}</td></tr>`,
  );
  return htmlPage({
    title: `Invoice ${invoice.number}`,
    style,
    body: `<main>
  <p class="badge">Sandbox: no real money is involved</p>
  <h1>${titleOf(invoice)}</h1>
  <p>Invoice ${escapeHtml(invoice.number ?? '')} of ${day(invoice.created)}${invoice.customer_name == null ? '' : ` for ${escapeHtml(invoice.customer_name)}`}</p>
  <table><tbody>${rows.join('')}</tbody><tfoot>${sums.join('')}</tfoot></table>
  <p><a href="${escapeHtml(`/stripe/invoices/${invoice.id}/pdf`)}">Download ${invoice.status === 'paid' ? 'receipt' : 'invoice'}</a></p>
</main>`,
    isFrame: false,
  });
}

export function titleOf({ status, amount_paid, amount_due, currency }: Invoice): string {
  if (status === 'paid') return `${money(amount_paid, currency)} paid`;
  return status === 'void' ? 'This invoice is void' : `${money(amount_due, currency)} due`;
}

const style = `
:root { color-scheme: light dark; --line: #d5dae0; --back: #f3f5f7; --card: #fff; --text: #1d2430; --soft: #5a6472; --link: #4f46e5; }
@media (prefers-color-scheme: dark) { :root { --line: #39424e; --back: #14181d; --card: #1d232b; --text: #eef1f4; --soft: #a5afbb; --link: #a5b4fc; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { width: min(560px, 100%); background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 28px; }
.badge { display: inline-block; margin: 0 0 12px; padding: 2px 10px; border: 1px solid var(--line); border-radius: 99px; font-size: 13px; color: var(--soft); }
h1 { margin: 0 0 8px; font-size: 26px; }
table { width: 100%; border-collapse: collapse; margin: 16px 0; }
td, th { padding: 8px 0; border-top: 1px solid var(--line); text-align: left; font-weight: 400; }
td:last-child { text-align: right; white-space: nowrap; padding-left: 16px; }
tfoot th, tfoot td { font-weight: 600; }
a { color: var(--link); }
`;
