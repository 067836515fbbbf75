import type { Answer, Quote } from './evidence.ts';

/** Each document by its name, with what it is quoted for below. */
export function quotesByDocument(byDocument: readonly (readonly Quote[])[]): Pick<Answer, 'content' | 'quotes'> {
  const quotes: Quote[] = [];
  const parts = byDocument.map((ofOne) => {
    const first = quotes.length + 1;
    const lines = ofOne.map((quote) => {
      quotes.push(quote);
      return `> ${quote.text.replace(/\s+/g, ' ')} [${quotes.length}]`;
    });
    return [`**${escaped(ofOne[0]!.evidence.documentName)}** [${first}]`, ...lines].join('\n\n');
  });
  return { content: parts.join('\n\n'), quotes };
}

/** A name is text, not Markdown. */
export const escaped = (text: string): string => text.replace(/[\\`*_[\]<>|#~]/g, '\\$&');
