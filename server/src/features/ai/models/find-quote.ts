/** What a model may write differently without meaning anything else. */
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

/** The text with runs of white space as one space, and for each of its characters where it stands in the original. */
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

/** Too short to show anything, unless it is a figure. */
const isTelling = (quote: string): boolean => quote.length >= 12 || /\d/.test(quote);

/** Where a quote stands in a passage, in the passage's own letters; null where it does not, or says nothing. */
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
