/** From this many digits on, a number may be a phone number. */
const shortestPhone = 7;
const longestPhone = 13;
const maxGroups = 4;
const maxForms = 240;

/**
 * Other spellings of a number: '2500' as '2 500', since the index doesn't know separators, and vice versa; and a phone
 * number with other groups of digits, with or without the country code or the leading zero.
 */
export function numberForms(words: string): string[] {
  if (!/^\d[\d ]*$/.test(words)) return [];
  const digits = words.replaceAll(' ', '');
  const forms = new Set([digits]);
  if (digits.length > 3) forms.add(digits.replace(/\B(?=(\d{3})+$)/g, ' '));
  // 2,500.00 is 2500.
  if (/ \d\d$/.test(words) && digits.length > 4) {
    const whole = words.slice(0, -3).replaceAll(' ', '');
    for (const form of [whole, whole.replace(/\B(?=(\d{3})+$)/g, ' ')]) forms.add(form);
  }
  const called = digits.replace(/^0+/, '');
  if (called.length >= shortestPhone && digits.length <= longestPhone) {
    // After a country code of two digits the leading zero is left out.
    const isForeign = digits.startsWith('00') || /^\d\d /.test(words);
    const local = isForeign && called.length > shortestPhone + 1 ? called.slice(2) : called;
    for (const one of new Set([called, local, `0${local}`]))
      for (const groups of grouped(one, maxGroups)) if (forms.size < maxForms) forms.add(groups);
  }
  forms.delete(words);
  return [...forms];
}

/** All ways to divide digits into up to `max` groups of two or more. */
function grouped(digits: string, max: number): string[] {
  if (max === 1 || digits.length < 4) return [digits];
  const all = [digits];
  for (let at = 2; at <= digits.length - 2; at += 1)
    for (const rest of grouped(digits.slice(at), max - 1)) all.push(`${digits.slice(0, at)} ${rest}`);
  return all;
}
