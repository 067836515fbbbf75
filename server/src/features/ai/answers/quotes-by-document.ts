import type { Answer, Quote } from './evidence.ts';

/** Shows each document by its name, with its quotes below and, if `isDated`, when it was last changed. */
export function quotesByDocument(
  byDocument: readonly (readonly Quote[])[],
  { isDated = false } = {},
): Pick<Answer, 'content' | 'quotes'> {
  const quotes: Quote[] = [];
  const parts = byDocument.map((ofOne) => {
    const first = quotes.length + 1;
    const lines = ofOne.map((quote) => {
      quotes.push(quote);
      return quoteText(quote, quotes.length);
    });
    const { documentName, modifiedAt } = ofOne[0]!.evidence;
    const date = isDated && modifiedAt ? `, changed on ${modifiedAt.slice(0, 10)}` : '';
    return [`**${escaped(documentName)}**${date} [${first}]`, ...lines].join('\n\n');
  });
  return { content: parts.join('\n\n'), quotes };
}

/** Shows a row of a table below the names of its columns. */
function quoteText({ text, heading }: Quote, number: number): string {
  const [head, row] = [cellsOf(heading ?? ''), cellsOf(text)];
  if (head.length < 2 || row.length < 2 || row.length > head.length)
    return `> ${text.replace(/\s+/g, ' ')} [${number}]`;
  const cells = head.map((_, at) => row[at] ?? '');
  return [
    `| ${head.map(escaped).join(' | ')} | Source |`,
    `|${' --- |'.repeat(head.length + 1)}`,
    `| ${cells.map(escaped).join(' | ')} | [${number}] |`,
  ].join('\n');
}

const cellsOf = (line: string): string[] => line.split('|').map((cell) => cell.trim());

/** Escapes a name, which is text and not Markdown. */
export const escaped = (text: string): string => text.replace(/[\\`*_[\]<>|#~]/g, '\\$&');
