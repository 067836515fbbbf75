export type Piece = { as: 'text'; text: string } | { as: 'citation'; number: number } | { as: 'unsupported' };

/** The pieces of a text between its citations, such as [1], and the marks of sentences without a source. */
export function splitCitations(text: string): Piece[] {
  return text
    .split(/(\[\d{1,3}\]|\[unsupported\])/)
    .filter((part) => part !== '')
    .map((part): Piece => {
      if (part === '[unsupported]') return { as: 'unsupported' };
      const number = /^\[(\d{1,3})\]$/.exec(part)?.[1];
      return number ? { as: 'citation', number: Number(number) } : { as: 'text', text: part };
    });
}
