/** Characters that a model may write differently without changing the meaning. */
const plain: Record<string, string> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
  ' ': ' ',
};

/** Collapses white space to single spaces, and returns the position of each character in the original. */
function simplified(text: string): { text: string; at: number[] } {
  let simple = '';
  const at: number[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const sign = plain[text[index]!] ?? text[index]!;
    const isSpace = /\s/u.test(sign);
    if (isSpace && simple.endsWith(' ')) continue;
    simple += isSpace ? ' ' : sign;
    at.push(index);
  }
  return { text: simple, at };
}

/** Shorter quotes prove nothing, unless they contain a figure. */
const isTelling = (quote: string): boolean => quote.length >= 12 || /\d/.test(quote);

/**
 * Finds a quote in a passage, and returns it as the passage writes it. Returns null if it isn't there or proves
 * nothing.
 */
export function findQuote(body: string, quote: string): { start: number; text: string } | null {
  const wanted = simplified(quote)
    .text.trim()
    .replace(/^["'.…]+|["'…]+$/g, '')
    .trim();
  if (!wanted || !isTelling(wanted)) return null;
  const { text, at } = simplified(body);
  const found = text.indexOf(wanted);
  if (found === -1) return null;
  const start = at[found]!;
  const end = at[found + wanted.length - 1]! + 1;
  return { start, text: body.slice(start, end) };
}
