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
import { confirmIntent } from './intents.ts';
import type { Answer, Confirmation, ElementType, FromFrame, ToFrame } from './messages.ts';
import { applyStyle } from './style.ts';

type Part = 'number' | 'expiry' | 'cvc';

/** The channel between frames of the same form: they share an origin, unlike the page around them. */
interface Peer {
  group: string;
  part: Part;
  input: HTMLInputElement;
  judge(): Judged;
  brandChanged(): void;
}

declare global {
  interface Window {
    cardField?: Peer;
  }
}

const type = document.documentElement.dataset.type as ElementType;
const group = new URLSearchParams(location.search).get('group') ?? '';
const input = document.querySelector('input')!;
const part = input.name as Part;

/** Messages sent before the page listens. */
const waiting: FromFrame[] = [];
let say = (message: FromFrame): void => void waiting.push(message);
/** A field shows its error after it was left. */
let isLeft = false;

function peers(): Peer[] {
  const found: Peer[] = [];
  for (let at = 0; at < window.parent.length; at++) {
    try {
      const peer = window.parent[at]?.cardField;
      if (peer?.group === group) found.push(peer);
    } catch {
      // The message comes from another form’s frame.
    }
  }
  return found;
}

const peerOf = (wanted: Part) => peers().find((peer) => peer.part === wanted);
const currentBrand = (): Brand => brandOf((peerOf('number')?.input.value ?? '').replace(/\D/g, ''));

function judgeText(of: Part, text: string): Judged {
  if (of === 'number') return judgeNumber(text);
  return of === 'expiry' ? judgeExpiry(text, new Date()) : judgeCvc(text, currentBrand());
}

const judge = () => judgeText(part, input.value);

/** Reports the field’s state to the page, without any digit. */
function report(): void {
  const { isEmpty, isComplete, error: wrong, missing } = judge();
  const error = wrong ?? (isLeft && !isEmpty ? missing : null) ?? undefined;
  input.setAttribute('aria-invalid', String(error !== undefined));
  document.documentElement.classList.toggle('invalid', error !== undefined);
  const brand = part === 'number' ? { brand: currentBrand() } : {};
  say({ say: 'change', event: { elementType: type, empty: isEmpty, complete: isComplete, error, ...brand } });
}

/** Reformats the input as it is printed on a card; the caret stays after the same digit. */
function rewrite(isDeleting: boolean): void {
  const caret = input.selectionStart ?? input.value.length;
  const isAtEnd = caret === input.value.length;
  const digitsBefore = input.value.slice(0, caret).replace(/\D/g, '').length;
  let { text } = judge();
  if (isDeleting) text = text.replace(/[ /]+$/, '');
  if (input.value !== text) input.value = text;
  let at = text.length;
  if (!isAtEnd) {
    let seen = 0;
    for (at = 0; at < text.length && seen < digitsBefore; at++) if (/\d/.test(text[at]!)) seen++;
  }
  input.setSelectionRange(at, at);
}

function brandChanged(): void {
  const brand = currentBrand();
  const icon = document.querySelector('.brand');
  if (icon)
    icon.textContent =
      brand === 'unknown' ? '' : { amex: 'AMEX', discover: 'DISC', mastercard: 'MC', visa: 'VISA' }[brand];
  if (part !== 'cvc') return;
  input.maxLength = brand === 'amex' ? 4 : 3;
  if (input.value !== '') report();
}

input.addEventListener('input', (event) => {
  rewrite(event.inputType?.startsWith('delete') ?? false);
  if (part === 'number') for (const peer of peers()) peer.brandChanged();
  report();
});
input.addEventListener('focus', () => say({ say: 'focus' }));
input.addEventListener('blur', () => {
  isLeft = true;
  report();
  say({ say: 'blur' });
});
input.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') say({ say: 'escape' });
});

/** Sends the digits of the whole form, unless one of its fields is invalid. */
async function confirm(confirmation: Confirmation): Promise<Answer> {
  const judged = (of: Part) => peerOf(of)?.judge() ?? judgeText(of, '');
  const [number, expiry, cvc] = [judged('number'), judged('expiry'), judged('cvc')];
  const error: FieldError | undefined = [number, expiry, cvc].flatMap((one) => one.error ?? one.missing ?? [])[0];
  if (error) return { error };
  return confirmIntent(confirmation, {
    number: number.value,
    expMonth: expiry.value.slice(0, 2),
    expYear: expiry.value.slice(2),
    cvc: cvc.value,
  });
}

async function receive(message: ToFrame): Promise<void> {
  if (message.say === 'update') applyStyle(message.options.style ?? {});
  else if (message.say === 'focus') input.focus();
  else if (message.say === 'confirm')
    say({ say: 'answer', id: message.id, answer: await confirm(message.confirmation) });
}

window.cardField = { group, part, input, judge, brandChanged };
input.readOnly = false;
say = await connect((message) => void receive(message));
say({ say: 'ready', height: document.querySelector<HTMLElement>('#field')?.offsetHeight ?? 0 });
for (const message of waiting) say(message);
