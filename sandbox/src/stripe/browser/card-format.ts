/** Formats and validates card numbers, dates and codes while somebody types. Also runs in browsers. */

export interface FieldError {
  type: 'validation_error';
  code: string;
  message: string;
}

export type Brand = 'amex' | 'discover' | 'mastercard' | 'unknown' | 'visa';

/** The content of a field: as shown, as sent, and its error. */
export interface Judged {
  text: string;
  value: string;
  isEmpty: boolean;
  isComplete: boolean;
  /** Shown as soon as further input can’t make it valid. */
  error: FieldError | null;
  /** Shown when the person leaves the field or saves. */
  missing: FieldError | null;
}

const fieldError = (code: string, message: string): FieldError => ({ type: 'validation_error', code, message });

export function brandOf(digits: string): Brand {
  if (/^3[47]/.test(digits)) return 'amex';
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'mastercard';
  if (/^(6011|64[4-9]|65)/.test(digits)) return 'discover';
  return digits.startsWith('4') ? 'visa' : 'unknown';
}

const numberLength = (brand: Brand): number => (brand === 'amex' ? 15 : 16);
export const cvcLength = (brand: Brand): number => (brand === 'amex' ? 4 : 3);

export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [at, digit] of [...digits].toReversed().entries()) {
    const doubled = Number(digit) * (at % 2 === 0 ? 1 : 2);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

export function judgeNumber(typed: string): Judged {
  const all = typed.replace(/\D/g, '');
  const brand = brandOf(all);
  const value = all.slice(0, numberLength(brand));
  const groups = brand === 'amex' ? /^(\d{4})(\d{1,6})?(\d+)?/ : /^(\d{4})(\d{1,4})?(\d{1,4})?(\d+)?/;
  const match = groups.exec(value);
  const text = match ? match.slice(1).filter(Boolean).join(' ') : value;
  const isFull = value.length === numberLength(brand);
  const isWrong = isFull && !passesLuhn(value);
  return {
    text,
    value,
    isEmpty: value === '',
    isComplete: isFull && !isWrong,
    error: isWrong ? fieldError('invalid_number', 'Your card number is invalid.') : null,
    missing: isFull ? null : fieldError('incomplete_number', 'Your card number is incomplete.'),
  };
}

/** Formats `MM / YY`. A first digit above 1 is a complete month. */
export function judgeExpiry(typed: string, now: Date): Judged {
  const [month, year] = splitExpiry(typed);
  const value = `${month}${year}`;
  const text = month.length === 2 ? `${month} / ${year}` : month;
  const isFull = month.length === 2 && year.length === 2;
  const error = isFull ? pastError(Number(month), 2000 + Number(year), now) : null;
  return {
    text,
    value,
    isEmpty: value === '',
    isComplete: isFull && error === null,
    error,
    missing: isFull ? null : fieldError('incomplete_expiry', "Your card's expiration date is incomplete."),
  };
}

function splitExpiry(typed: string): [string, string] {
  const digits = typed.replace(/\D/g, '');
  const isLoneMonth = /^\s*\d\s*\//.test(typed) || /^[2-9]/.test(digits);
  const padded = (isLoneMonth ? `0${digits}` : digits).replace(/^(\d\d)20(\d\d)$/, '$1$2');
  const month = padded.slice(0, 2);
  // 13 is the first month and the first digit of a year.
  if (month.length === 2 && (Number(month) > 12 || month === '00'))
    return month === '00' ? ['0', ''] : [`0${month[0]}`, padded.slice(1, 3)];
  return [month, padded.slice(2, 4)];
}

function pastError(month: number, year: number, now: Date): FieldError | null {
  const thisYear = now.getFullYear();
  if (year < thisYear) return fieldError('invalid_expiry_year_past', "Your card's expiration year is in the past.");
  if (year > thisYear + 50) return fieldError('invalid_expiry_year', "Your card's expiration year is invalid.");
  const isPast = year === thisYear && month < now.getMonth() + 1;
  return isPast ? fieldError('invalid_expiry_month_past', "Your card's expiration date is in the past.") : null;
}

export function judgeCvc(typed: string, brand: Brand): Judged {
  const value = typed.replace(/\D/g, '').slice(0, cvcLength(brand));
  // Before the brand is known, three digits may be complete.
  const isFull = value.length === cvcLength(brand) || (brand === 'unknown' && value.length >= 3);
  return {
    text: value,
    value,
    isEmpty: value === '',
    isComplete: isFull,
    error: null,
    missing: isFull ? null : fieldError('incomplete_cvc', "Your card's security code is incomplete."),
  };
}
