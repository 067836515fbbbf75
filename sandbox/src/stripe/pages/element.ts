import type { SandboxResponse } from '../../shared/server.ts';
import { htmlPage } from './page.ts';

/** The input is read-only until the script listens, so that no input is lost. */
const input = (name: string, label: string, placeholder: string, autocomplete: string) =>
  `<input name="${name}" aria-label="${label}" placeholder="${placeholder}" autocomplete="${autocomplete}" inputmode="numeric" spellcheck="false" autocorrect="off" aria-invalid="false" readonly>`;

const number = input('number', 'Credit or debit card number', '1234 1234 1234 1234', 'cc-number');
const brand = '<span class="brand" aria-hidden="true"></span>';
const expiry = input('expiry', 'Credit or debit card expiration date', 'MM / YY', 'cc-exp');
const cvc = input('cvc', 'Credit or debit card CVC/CVV', 'CVC', 'cc-csc');

const elements: Readonly<Record<string, { title: string; inputs: string }>> = {
  cardNumber: { title: 'Card number', inputs: `${number}${brand}` },
  cardExpiry: { title: 'Expiration date', inputs: expiry },
  cardCvc: { title: 'CVC', inputs: cvc },
};

/** A frame with one field of a card. */
export function elementPage(type: string): SandboxResponse | null {
  if (!Object.hasOwn(elements, type)) return null;
  const { title, inputs } = elements[type]!;
  const body = `<div id="field">${inputs}</div>`;
  return htmlPage({ title, style, body, script: 'field', attributes: `data-type="${type}"` });
}

const style = `
:root { --color: #32325d; --placeholder: #6b7280; --invalid: #c0123c; --font-size: 16px; --font-family: system-ui, sans-serif; --font-weight: 400; --line-height: 1.2em; --letter-spacing: normal; }
html, body { margin: 0; background: transparent; overflow: hidden; }
#field { display: flex; align-items: center; gap: 8px; font-size: var(--font-size); line-height: var(--line-height); }
input { flex: 1 1 auto; min-width: 0; width: 100%; margin: 0; padding: 0; border: 0; outline: 0; background: none; color: var(--color); font: var(--font-weight) var(--font-size)/var(--line-height) var(--font-family); letter-spacing: var(--letter-spacing); }
input::placeholder { color: var(--placeholder); opacity: 1; }
[aria-invalid="true"] { color: var(--invalid); }
.brand { flex: none; color: var(--color); font: 600 11px/1 var(--font-family); }
`;
