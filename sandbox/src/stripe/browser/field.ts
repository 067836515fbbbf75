import {
  type Brand,
  brandOf,
  type FieldError,
  type Judged,
  judgeCvc,
  judgeExpiry,
  judgeNumber,
} from './card-format.ts';
import { connect } from './connect.ts';
import { confirmIntent, type Digits, retrieveIntent } from './intents.ts';
import type { Answer, Confirmation, ElementOptions, ElementType, FromFrame, ToFrame } from './messages.ts';
import { applyStyle } from './style.ts';

type Part = 'number' | 'expiry' | 'cvc';

/** How a frame of the same form reaches the others: they share an origin, which the page around them does not. */
interface Peer {
  group: string;
  inputs: Partial<Record<Part, HTMLInputElement>>;
  judge(part: Part): Judged;
  brandChanged(): void;
}

declare global {
  interface Window {
    cardField?: Peer;
  }
}

const type = document.documentElement.dataset.type as ElementType | 'controller';
const group = new URLSearchParams(location.search).get('group') ?? '';
const inputs: Peer['inputs'] = {};
for (const input of document.querySelectorAll('input')) inputs[input.name as Part] = input;

/** What is said before the page listens. */
const waiting: FromFrame[] = [];
let say = (message: FromFrame): void => void waiting.push(message);
/** Parts that were left, and say what they lack. */
const left = new Set<Part>();

function peers(): Peer[] {
  const found: Peer[] = [];
  for (let at = 0; at < window.parent.length; at++) {
    try {
      const peer = window.parent[at]?.cardField;
      if (peer?.group === group) found.push(peer);
    } catch {
      // A frame of somebody else.
    }
  }
  return found;
}

const inputOf = (part: Part) => peers().find((peer) => peer.inputs[part])?.inputs[part];
const currentBrand = (): Brand => brandOf((inputOf('number')?.value ?? '').replace(/\D/g, ''));

function judge(part: Part): Judged {
  const text = inputs[part]?.value ?? '';
  if (part === 'number') return judgeNumber(text);
  return part === 'expiry' ? judgeExpiry(text, new Date()) : judgeCvc(text, currentBrand());
}

const parts = () => Object.keys(inputs) as Part[];

function errorOf(part: Part): FieldError | null {
  const judged = judge(part);
  return judged.error ?? (left.has(part) && !judged.isEmpty ? judged.missing : null);
}

/** Tells the page how it is, without a digit. */
function report(): void {
  if (type === 'controller') return;
  const judged = parts().map(judge);
  const errors = parts().map(errorOf);
  for (const [at, part] of parts().entries()) inputs[part]!.setAttribute('aria-invalid', String(errors[at] !== null));
  const error = errors.find((one) => one !== null) ?? undefined;
  document.documentElement.classList.toggle('invalid', error !== undefined);
  const brand = type === 'cardNumber' || type === 'card' ? { brand: currentBrand() } : {};
  const empty = judged.every(({ isEmpty }) => isEmpty);
  const complete = judged.every(({ isComplete }) => isComplete);
  say({ say: 'change', event: { elementType: type, empty, complete, error, ...brand } });
}

/** Rewrites what was typed as it is written on a card; the caret stays behind the same digit. */
function rewrite(part: Part, input: HTMLInputElement, isDeleting: boolean): void {
  const caret = input.selectionStart ?? input.value.length;
  const isAtEnd = caret === input.value.length;
  const digitsBefore = input.value.slice(0, caret).replace(/\D/g, '').length;
  let { text } = judge(part);
  if (isDeleting) text = text.replace(/[ /]+$/, '');
  if (input.value !== text) input.value = text;
  let at = text.length;
  if (!isAtEnd) {
    let seen = 0;
    for (at = 0; at < text.length && seen < digitsBefore; at++) if (/\d/.test(text[at]!)) seen++;
  }
  input.setSelectionRange(at, at);
}

function changed(part: Part, input: HTMLInputElement, isDeleting: boolean): void {
  rewrite(part, input, isDeleting);
  if (part === 'number') for (const peer of peers()) peer.brandChanged();
  report();
  const next = parts()[parts().indexOf(part) + 1];
  if (!isDeleting && next && judge(part).isComplete && input.selectionStart === input.value.length)
    inputs[next]!.focus();
}

function brandChanged(): void {
  const brand = currentBrand();
  const icon = document.querySelector('.brand');
  if (icon)
    icon.textContent =
      brand === 'unknown' ? '' : { amex: 'AMEX', discover: 'DISC', mastercard: 'MC', visa: 'VISA' }[brand];
  const { cvc } = inputs;
  if (!cvc) return;
  cvc.maxLength = brand === 'amex' ? 4 : 3;
  if (type !== 'card' && cvc.value !== '') report();
}

for (const [part, input] of Object.entries(inputs) as [Part, HTMLInputElement][]) {
  input.addEventListener('input', (event) => changed(part, input, event.inputType?.startsWith('delete') ?? false));
  input.addEventListener('focus', () => say({ say: 'focus' }));
  input.addEventListener('blur', () => {
    left.add(part);
    report();
    say({ say: 'blur' });
  });
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') say({ say: 'escape' });
    const before = parts()[parts().indexOf(part) - 1];
    if (key === 'Backspace' && input.value === '' && before) inputs[before]!.focus();
  });
}

/** The digits of the whole form, or what is wrong with them. */
function collect(): { digits: Digits } | { error: FieldError } {
  const found: Record<Part, Judged | undefined> = { number: undefined, expiry: undefined, cvc: undefined };
  for (const peer of peers()) for (const part of Object.keys(peer.inputs) as Part[]) found[part] = peer.judge(part);
  for (const part of ['number', 'expiry', 'cvc'] as const) {
    const judged = found[part] ?? judgeNothing(part);
    const error = judged.error ?? judged.missing;
    if (error) return { error };
  }
  const expiry = found.expiry!.value;
  const digits = {
    number: found.number!.value,
    expMonth: expiry.slice(0, 2),
    expYear: expiry.slice(2),
    cvc: found.cvc!.value,
  };
  return { digits };
}

const judgeNothing = (part: Part): Judged =>
  part === 'number' ? judgeNumber('') : part === 'expiry' ? judgeExpiry('', new Date()) : judgeCvc('', 'unknown');

async function confirm(confirmation: Confirmation): Promise<Answer> {
  if (confirmation.paymentMethod !== null || type === 'controller') return confirmIntent(confirmation, null);
  const collected = collect();
  if ('error' in collected) return { error: collected.error };
  return confirmIntent(confirmation, collected.digits);
}

function update(options: ElementOptions): void {
  applyStyle(options.style ?? {});
  for (const input of Object.values(inputs)) {
    input.disabled = options.disabled ?? false;
    if (options.placeholder !== undefined && type !== 'card') input.placeholder = options.placeholder;
  }
}

async function receive(message: ToFrame): Promise<void> {
  const first = inputs[parts()[0] ?? 'number'];
  if (message.say === 'update') update(message.options);
  else if (message.say === 'focus') first?.focus();
  else if (message.say === 'blur') for (const input of Object.values(inputs)) input.blur();
  else if (message.say === 'clear') {
    for (const input of Object.values(inputs)) input.value = '';
    left.clear();
    report();
  } else if (message.say === 'confirm')
    say({ say: 'answer', id: message.id, answer: await confirm(message.confirmation) });
  else if (message.say === 'retrieve') {
    say({ say: 'answer', id: message.id, answer: await retrieveIntent(message.confirmation) });
  }
}

window.cardField = { group, inputs, judge, brandChanged };
for (const input of Object.values(inputs)) input.readOnly = false;
say = await connect((message) => void receive(message));
say({ say: 'ready', height: document.querySelector<HTMLElement>('#field')?.offsetHeight ?? 0 });
for (const message of waiting) say(message);
